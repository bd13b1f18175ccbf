import { actionKeys, type Chat } from '@snug/client';
import { whenStored } from '@snug/client/outbox/when-stored.ts';
import type { CommandOutput } from '@snug/protocol';
import { useChat } from '../../../state/chat-context.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { showDeleted, showError } from '../../../ui/feedback/toast.ts';
import type { Row } from '../rows.ts';
import type { ActionDialogProps } from './message-action.ts';

type RemoveDialogProps = Omit<ActionDialogProps, 'row'> & { row: Pick<Row, 'id' | 'roomId'> };

/** Removes the message now, or with the next connection. */
export function RemoveDialog({ row, isOpen, onClose, getFinalFocus }: RemoveDialogProps) {
  const chat = useChat();
  const texts = lazyStrings.messageActions;

  function remove(): void {
    void removeAndReport(chat, row.roomId, row.id);
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

async function removeAndReport({ actions, newId }: Chat, roomId: string, messageId: string): Promise<void> {
  const id = newId();
  const key = actionKeys.removal(roomId, messageId);
  void actions.enqueue({ id, key, roomId, command: 'remove_message', input: { roomId, messageId } });
  const output = (await whenStored(actions, id)) as CommandOutput<'remove_message'> | undefined;
  if (!output) return;
  showDeleted(lazyStrings.messageActions.removed);
  if (output.fileLeft) showError(lazyStrings.messageActions.removedFileLeft);
}
