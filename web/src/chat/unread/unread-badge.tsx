import { formatBadge } from '../../ui/text/badge.ts';
import styles from './unread-badge.module.css';

/** The name of the link has the words for it. `isPersonal`: with a mention, a reply or a direct message. */
export function UnreadBadge({ count, isPersonal }: { count: number; isPersonal: boolean }) {
  if (count === 0) return null;
  return (
    <span className={styles.badge} data-personal={isPersonal || undefined} aria-hidden>
      {isPersonal && '@'}
      {formatBadge(count)}
    </span>
  );
}

/** Of a muted room: with a mention or a reply, and without the number of unread messages. */
export function MentionMark() {
  return (
    <span className={styles.mention} aria-hidden>
      {'@'}
    </span>
  );
}
