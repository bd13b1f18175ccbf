import { useEffect, useRef, useState } from 'react';
import { useChat } from '../../chat/chat-context.ts';
import { words } from '../../strings/strings.ts';
import { Question } from '../../ui/dialog/lazy-confirm-dialog.tsx';
import { showError, showLoss, showRefusal } from '../../ui/feedback/toast.ts';

interface DeleteDialogProps {
  roomId: string;
  /** The message in question; undefined while nothing is asked. */
  messageId: string | undefined;
  onClose: () => void;
  /** Where the focus goes when the message is gone. */
  focusBack: () => HTMLElement | null;
}

/** Asks before a message is deleted. */
export function DeleteDialog({ roomId, messageId, onClose, focusBack }: DeleteDialogProps) {
  const chat = useChat();
  const [isBusy, setBusy] = useState(false);
  const asked = useRef<Element>(null);
  useEffect(() => {
    if (messageId !== undefined) asked.current = document.getElementById(messageId);
  }, [messageId]);

  async function deleteMessage(): Promise<void> {
    if (messageId === undefined) return;
    setBusy(true);
    try {
      const { fileLeft } = await chat.deleteMessage(roomId, messageId);
      showLoss(words.messages.deleted);
      if (fileLeft) showError(words.messages.fileLeft);
      onClose();
    } catch (error) {
      showRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Question
      title={words.messages.askToDelete}
      words={words.messages.deletingWords}
      isOpen={messageId !== undefined}
      action={words.messages.deleteIt}
      look="danger"
      isBusy={isBusy}
      onAction={() => void deleteMessage()}
      onClose={onClose}
      finalFocus={() => (asked.current?.isConnected ? true : focusBack())}
    />
  );
}
