import { EmojiGlyph } from '../../emoji/emoji-glyph.tsx';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatDate, formatTime } from '../../ui/text/format-time.ts';
import styles from './status.module.css';
import { getEmoji, useStatus } from './use-status.ts';

interface StatusLineProps {
  uid: string;
  className?: string | undefined;
  /** Whether the end of the status shows. */
  hasEnd?: boolean;
}

export function StatusLine({ uid, className, hasEnd }: StatusLineProps) {
  const status = useStatus(uid);
  if (!status) return null;
  const { text, until } = status;
  return (
    <span className={classNames(styles.line, className)}>
      <span aria-hidden={text !== undefined || undefined}>
        <EmojiGlyph of={getEmoji(status)} />
      </span>
      {text !== undefined && (
        <span className={styles.text} dir="auto">
          {text}
        </span>
      )}
      {hasEnd && until !== undefined && <span className={styles.end}>{describeEnd(until)}</span>}
    </span>
  );
}

function describeEnd(until: number): string {
  const isToday = new Date(until).toDateString() === new Date().toDateString();
  const time = isToday ? formatTime(until) : strings.times.dateAndTime(formatDate(until), formatTime(until));
  return lazyStrings.status.ends(time);
}
