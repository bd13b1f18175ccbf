import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../ui/icon-button.tsx';
import { usePart } from '../ui/use-part.ts';

export function AttachButton({ roomId, className }: { roomId: string; className?: string | undefined }) {
  const [UploadDialog, load] = usePart(async () => (await import('./upload-dialog.tsx')).UploadDialog);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        className={className}
        label="Attach files"
        icon={Paperclip}
        tip="none"
        title="Attach files"
        aria-haspopup="dialog"
        onClick={() => void load().then(setOpen)}
      />
      {UploadDialog && <UploadDialog roomId={roomId} isOpen={isOpen} onOpenChange={setOpen} />}
    </>
  );
}
