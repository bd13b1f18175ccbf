import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { useRovingTabIndex } from '../../../ui/keyboard/roving-tabindex.ts';
import styles from './undo-button.module.css';
import { useCanUndo, useUndo } from './use-undo.ts';

/** Takes no space in the row: nothing moves when it appears or goes. */
export function UndoButton({ messageId, roomId }: { messageId: string; roomId: string }) {
  const canUndo = useCanUndo(messageId);
  const undo = useUndo(roomId);
  const tabIndex = useRovingTabIndex();
  if (!canUndo) return null;
  return (
    <button
      type="button"
      className={styles.undo}
      data-undo
      aria-describedby={messageId}
      tabIndex={tabIndex}
      onClick={() => undo(messageId)}
    >
      {lazyStrings.messageActions.undo}
    </button>
  );
}
