import type { Room } from '@snug/protocol';
import { RetentionLines } from './retention-lines.tsx';
import styles from './retention-notice.module.css';

/** Above the composer. */
export function RetentionNotice({ room }: { room: Room }) {
  return (
    <div className={styles.notice}>
      <RetentionLines room={room} />
    </div>
  );
}
