import { strings } from '../../strings/strings.ts';
import { useRovingTabIndex } from '../../ui/keyboard/roving-tabindex.ts';
import styles from './folded-message.module.css';

/** In place of a message of a blocked person. */
export function FoldedMessage({ messageId, onShow }: { messageId: string; onShow: () => void }) {
  const tabIndex = useRovingTabIndex();

  function show(): void {
    onShow();
    // The button disappears.
    requestAnimationFrame(() => document.getElementById(messageId)?.focus());
  }

  return (
    <p className={styles.folded}>
      {strings.messages.fromBlocked}
      <button
        type="button"
        className={styles.show}
        tabIndex={tabIndex}
        aria-describedby={messageId}
        onClick={show}
      >
        {strings.messages.showBlocked}
      </button>
    </p>
  );
}
