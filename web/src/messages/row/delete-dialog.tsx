import type { Chat } from '@snug/client';
import { useEffect, useRef } from 'react';
import { useChat } from '../../chat/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { showDeleted, showError } from '../../ui/feedback/toast.ts';
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
    if (messageId !== undefined) reportDeletion(chat, deleteMessage(chat, roomId, messageId));
    onClose();
  }

  return (
    <ConfirmDialog
      title={lazyStrings.deletion.title}
      description={lazyStrings.deletion.description}
      isOpen={messageId !== undefined}
      confirmLabel={lazyStrings.deletion.action}
      variant="danger"
      isBusy={false}
      onConfirm={confirm}
      onClose={onClose}
      finalFocus={() => (askedRow.current?.isConnected ? true : getReturnFocus())}
    />
  );
}

/** Shows a toast when the server has deleted the message. */
function reportDeletion({ actions }: Chat, key: string): void {
  const stops = [
    actions.onDone.subscribe(({ action, output }) => {
      if (action.key !== key) return;
      for (const stop of stops) stop();
      showDeleted(lazyStrings.deletion.done);
      if ((output as { fileLeft?: boolean }).fileLeft) showError(lazyStrings.deletion.fileLeft);
    }),
    actions.onRejected.subscribe(({ action }) => {
      if (action.key === key) for (const stop of stops) stop();
    }),
  ];
}
