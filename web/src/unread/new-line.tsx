import { strings } from '../strings/strings.ts';
import styles from './new-line.module.css';

/** Above the first unread message. */
export function NewLine() {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a rule has no text
    <div className={styles.line} role="separator" aria-label={strings.messages.newMessages}>
      <span aria-hidden>{strings.messages.new}</span>
    </div>
  );
}
