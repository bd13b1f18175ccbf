import { useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { uploadFile } from '../files/upload/upload-file.ts';
import { useObjectUrl } from '../files/view/use-object-url.ts';
import { lateWords } from '../strings/lazy-strings.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { showError, showRefusal, showSuccess } from '../ui/feedback/toast.ts';
import { Button } from '../ui/form/button.tsx';
import { AvatarCropper } from './avatar-cropper.tsx';
import styles from './avatar-dialog.module.css';
import { cutAvatar, type Square } from './avatar-picture.ts';

interface AvatarDialogProps {
  /** What the avatar is cut from; undefined while nothing is chosen. */
  picture: File | undefined;
  onClose: () => void;
}

/** Chooses the part of a picture that becomes the avatar, and uploads it. */
export function AvatarDialog({ picture, onClose }: AvatarDialogProps) {
  return (
    <Dialog
      title={lateWords.pictures.avatar}
      isOpen={picture !== undefined}
      onOpenChange={isOpen => !isOpen && onClose()}
    >
      {picture && <AvatarForm picture={picture} onUploaded={onClose} />}
    </Dialog>
  );
}

function AvatarForm({ picture, onUploaded }: { picture: File; onUploaded: () => void }) {
  const chat = useChat();
  const url = useObjectUrl(picture);
  const [square, setSquare] = useState<Square>();
  const [isBusy, setBusy] = useState(false);

  async function upload(): Promise<void> {
    if (!url || !square) return;
    setBusy(true);
    try {
      const avatar = await cutAvatar(url, square).catch(() => undefined);
      if (!avatar) return showError(lateWords.dashboard.avatarFailed);
      const { id } = await uploadFile(avatar, { name: 'avatar.png' });
      await chat.setAvatar(id);
      showSuccess(lateWords.pictures.uploaded);
      onUploaded();
    } catch (error) {
      showRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.content}>
      <AvatarCropper url={url} onCut={setSquare} />
      <Button look="main" className={styles.upload} isBusy={isBusy} onClick={() => void upload()}>
        {lateWords.pictures.upload}
      </Button>
    </div>
  );
}
