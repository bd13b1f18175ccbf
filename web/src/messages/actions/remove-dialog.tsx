import { type Actions, actionKeys } from '@snug/client';
import { useChat } from '../../chat/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { showDeleted, showError } from '../../ui/feedback/toast.ts';
import type { Row } from '../rows.ts';
import type { ActionDialogProps } from './message-action.ts';

type RemoveDialogProps = Omit<ActionDialogProps, 'row'> & { row: Pick<Row, 'id' | 'roomId'> };

/** Removes the message now, or with the next connection. */
export function RemoveDialog({ row, isOpen, onClose, getFinalFocus }: RemoveDialogProps) {
  const { actions } = useChat();
  const texts = lazyStrings.messageActions;

  function remove(): void {
    const { roomId, id: messageId } = row;
    const key = actionKeys.removal(roomId, messageId);
    reportRemoval(actions, key);
    void actions.enqueue({ key, roomId, command: 'remove_message', input: { roomId, messageId } });
    onClose();
  }

  return (
    <ConfirmDialog
      title={texts.removeTitle}
      description={texts.removeDescription}
      isOpen={isOpen}
      confirmLabel={texts.confirmRemove}
      variant="danger"
      isBusy={false}
      onConfirm={remove}
      onClose={onClose}
      finalFocus={getFinalFocus}
    />
  );
}

/** Shows a toast when the server has removed the message. */
function reportRemoval({ onDone, onRejected }: Actions, key: string): void {
  const stops = [
    onDone.subscribe(({ action, output }) => {
      if (action.key !== key) return;
      stop();
      showDeleted(lazyStrings.messageActions.removed);
      if ((output as { fileLeft?: boolean }).fileLeft) showError(lazyStrings.messageActions.removedFileLeft);
    }),
    onRejected.subscribe(({ action }) => action.key === key && stop()),
  ];
  function stop(): void {
    for (const end of stops) end();
  }
}
