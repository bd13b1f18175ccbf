import { useState } from 'react';
import { uploadFile } from '../../chat/files/upload/upload-file.ts';
import { useObjectUrl } from '../../chat/files/view/use-object-url.ts';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { showCommandError, showError, showSuccess } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { AvatarCropper } from './avatar-cropper.tsx';
import styles from './avatar-dialog.module.css';
import { type CropArea, cropAvatar } from './avatar-picture.ts';

interface AvatarDialogProps {
  picture: File | undefined;
  onClose: () => void;
}

export function AvatarDialog({ picture, onClose }: AvatarDialogProps) {
  return (
    <Dialog
      title={lazyStrings.pictures.avatar}
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
  const [square, setSquare] = useState<CropArea>();
  const [isBusy, setBusy] = useState(false);

  async function upload(): Promise<void> {
    if (!url || !square) return;
    setBusy(true);
    try {
      const avatar = await cropAvatar(url, square).catch(() => undefined);
      if (!avatar) return showError(lazyStrings.dashboard.avatarFailed);
      const { id } = await uploadFile(avatar, { name: 'avatar.png' });
      await chat.setAvatar(id);
      showSuccess(lazyStrings.pictures.uploaded);
      onUploaded();
    } catch (error) {
      showCommandError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.content}>
      <AvatarCropper url={url} onCrop={setSquare} />
      <Button variant="main" className={styles.upload} isBusy={isBusy} onClick={() => void upload()}>
        {lazyStrings.pictures.upload}
      </Button>
    </div>
  );
}
