import { strings } from '../../strings/strings.ts';
import styles from './new-line.module.css';
import { NEW_LINE_ID } from './new-line-id.ts';

/** Above the first unread message. */
export function NewLine() {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a rule has no text
    <div id={NEW_LINE_ID} className={styles.line} role="separator" aria-label={strings.messages.newMessages}>
      <span aria-hidden>{strings.messages.new}</span>
    </div>
  );
}
