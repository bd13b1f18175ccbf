import type { Room } from '@snug/protocol';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { formatDays } from './retention-choices.ts';
import styles from './retention-information.module.css';
import { RetentionLines } from './retention-lines.tsx';
import { useRetention } from './use-retention.ts';

/** For everyone in a room: how long its messages are kept, unless it is for ever. */
export function RetentionInformation({ room }: { room: Room }) {
  const { days, keepsPins, changes } = useRetention(room);
  const texts = lazyStrings.retention;
  if (days === undefined && changes.length === 0) return null;
  return (
    <section className={styles.information} aria-label={texts.heading}>
      {days !== undefined && <p>{(keepsPins ? texts.ruleWithPins : texts.rule)(formatDays(days))}</p>}
      <RetentionLines room={room} />
    </section>
  );
}
