import { type Room, toShorter } from '@snug/protocol';
import { useChat } from '../../../state/chat-context.ts';
import { useStore } from '../../../state/use-store.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { showCommandError, showSuccess } from '../../../ui/feedback/toast.ts';
import { SavedCheckbox } from '../saved-checkbox.tsx';
import { formatDays } from './retention-choices.ts';
import { RetentionLines } from './retention-lines.tsx';
import { RetentionSetting } from './retention-setting.tsx';
import styles from './room-retention.module.css';

/** For the admins of a room. */
export function RoomRetention({ room }: { room: Room }) {
  const { connection, workspace } = useChat();
  const most = useStore(workspace.settings)?.retention?.days;
  const texts = lazyStrings.retention;
  const { id: roomId, retention: known } = room;

  async function savePins(keepsPins: boolean): Promise<void> {
    const rule = { days: (known?.days && toShorter(known.days, most)) ?? null, keepsPins };
    try {
      await connection.command('set_retention', { roomId, ...rule, version: known?.version ?? 0 });
      showSuccess(texts.saved);
    } catch (error) {
      showCommandError(error);
    }
  }

  return (
    <section className={styles.retention} aria-label={texts.heading}>
      <RetentionSetting
        label={texts.keep}
        {...{ roomId, known, most }}
        hint={most === undefined ? undefined : texts.longest(formatDays(most))}
      />
      <SavedCheckbox label={texts.keepPins} isOn={known?.keepsPins === true} onChange={savePins} />
      <RetentionLines room={room} />
    </section>
  );
}
