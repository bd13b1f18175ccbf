import { useEffect, useRef, useState } from 'react';
import { useChat } from '../../chat/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { showCommandError, showDeleted, showError } from '../../ui/feedback/toast.ts';

export interface DeleteDialogProps {
  roomId: string;
  messageId: string | undefined;
  onClose: () => void;
  /** The element for the focus after the message is removed. */
  getReturnFocus: () => HTMLElement | null;
}

export function DeleteDialog({ roomId, messageId, onClose, getReturnFocus }: DeleteDialogProps) {
  const chat = useChat();
  const [isBusy, setBusy] = useState(false);
  const askedRow = useRef<Element>(null);
  useEffect(() => {
    if (messageId !== undefined) askedRow.current = document.getElementById(messageId);
  }, [messageId]);

  async function deleteMessage(): Promise<void> {
    if (messageId === undefined) return;
    setBusy(true);
    try {
      const { fileLeft } = await chat.deleteMessage(roomId, messageId);
      showDeleted(lazyStrings.deletion.done);
      if (fileLeft) showError(lazyStrings.deletion.fileLeft);
      onClose();
    } catch (error) {
      showCommandError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      title={lazyStrings.deletion.title}
      description={lazyStrings.deletion.description}
      isOpen={messageId !== undefined}
      confirmLabel={lazyStrings.deletion.action}
      variant="danger"
      isBusy={isBusy}
      onConfirm={() => void deleteMessage()}
      onClose={onClose}
      finalFocus={() => (askedRow.current?.isConnected ? true : getReturnFocus())}
    />
  );
}
