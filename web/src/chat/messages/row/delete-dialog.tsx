import type { Chat } from '@snug/client';
import { useEffect, useRef } from 'react';
import { useChat } from '../../../state/chat-context.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { showDeleted, showError } from '../../../ui/feedback/toast.ts';
import { deleteMessage } from '../delete-message.ts';

export interface DeleteDialogProps {
  roomId: string;
  messageId: string | undefined;
  onClose: () => void;
  /** The element for the focus after the message is removed. */
  getReturnFocus: () => HTMLElement | null;
}

export function DeleteDialog({ roomId, messageId, onClose, getReturnFocus }: DeleteDialogProps) {
  const chat = useChat();
  const askedRow = useRef<Element>(null);
  useEffect(() => {
    if (messageId !== undefined) askedRow.current = document.getElementById(messageId);
  }, [messageId]);

  function confirm(): void {
    if (messageId !== undefined) void deleteAndReport(chat, roomId, messageId);
    onClose();
  }

  return (
    <ConfirmDialog
      title={lazyStrings.messageDeletion.title}
      description={lazyStrings.messageDeletion.description}
      isOpen={messageId !== undefined}
      confirmLabel={lazyStrings.messageDeletion.action}
      variant="danger"
      isBusy={false}
      onConfirm={confirm}
      onClose={onClose}
      finalFocus={() => (askedRow.current?.isConnected ? true : getReturnFocus())}
    />
  );
}

async function deleteAndReport(chat: Chat, roomId: string, messageId: string): Promise<void> {
  const output = await deleteMessage(chat, roomId, messageId);
  if (!output) return;
  showDeleted(lazyStrings.messageDeletion.done);
  if (output.fileLeft) showError(lazyStrings.messageDeletion.fileLeft);
}
