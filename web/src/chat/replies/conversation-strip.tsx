import { lazyStrings } from '../../strings/lazy-strings.ts';
import styles from './reply-strip.module.css';

/** Above the composer, while the person writes in the view of a conversation. */
export function ConversationStrip() {
  return (
    <div className={styles.strip}>
      <p className={styles.words}>
        <span className={styles.name}>{lazyStrings.replies.inConversation}</span>
      </p>
    </div>
  );
}
