import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import dialog from '../ui/dialog.module.css';
import { showError, showLoss, showRefusal } from '../ui/toast.ts';
import styles from './delete-dialog.module.css';

interface DeleteDialogProps {
  /** The message in question; undefined while nothing is asked. */
  messageId: string | undefined;
  onClose: () => void;
}

/** Asks before a message is deleted. Focus returns to where the question came from. */
export function DeleteDialog({ messageId, onClose }: DeleteDialogProps) {
  const chat = useChat();
  const cancel = useRef<HTMLButtonElement>(null);
  const [isBusy, setBusy] = useState(false);

  async function deleteMessage(): Promise<void> {
    if (messageId === undefined) return;
    setBusy(true);
    try {
      const { fileLeft } = await chat.deleteMessage(messageId);
      showLoss('Message has been deleted');
      if (fileLeft) showError('The stored file could not be deleted');
      onClose();
    } catch (error) {
      showRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <AlertDialog.Root open={messageId !== undefined} onOpenChange={isOpen => !isOpen && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog.backdrop} />
        <AlertDialog.Popup className={classNames(dialog.popup, dialog.card)} initialFocus={cancel}>
          <header className={dialog.header}>
            <AlertDialog.Title className={dialog.title}>Delete this message?</AlertDialog.Title>
          </header>
          <AlertDialog.Description className={styles.words}>
            It will be gone for everyone in the room.
          </AlertDialog.Description>
          <div className={styles.buttons}>
            <Button ref={cancel} onClick={onClose}>
              Cancel
            </Button>
            <Button look="danger" isBusy={isBusy} onClick={() => void deleteMessage()}>
              Delete
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
