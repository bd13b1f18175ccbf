import { Paperclip } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useChosenFiles } from '../../chat/chat-context.ts';
import { words } from '../../strings/strings.ts';
import { isDialogOpen } from '../../ui/dialog/is-dialog-open.ts';
import { usePart } from '../../ui/dialog/use-lazy-component.ts';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { DropSign } from './drop-overlay.tsx';
import { useDrop } from './use-file-drop.ts';
import { usePaste } from './use-file-paste.ts';

const NONE: readonly File[] = [];

/** The ways of files into a room: this button, and whatever is dropped or pasted while the room is on screen. */
export function AttachButton({ roomId, className }: { roomId: string; className?: string | undefined }) {
  const [UploadDialog, load] = usePart(async () => (await import('./upload-dialog.tsx')).UploadDialog);
  const [isOpen, setOpen] = useState(false);
  const chosen = useChosenFiles();
  const [files, setFiles] = useState(() => chosen.get(roomId) ?? NONE);
  useEffect(() => {
    if (files.length > 0) void load().then(setOpen);
  }, [files, load]);

  // What is in front of the room has nothing to do with files.
  const take = useCallback((files: readonly File[]) => isDialogOpen() || setFiles(files), []);
  // The dialog takes them itself.
  const isOver = useDrop(isOpen ? undefined : take);
  usePaste(isOpen ? undefined : take);

  return (
    <>
      <IconButton
        className={className}
        label={words.files.attach}
        icon={Paperclip}
        tip="none"
        title={words.files.attach}
        aria-haspopup="dialog"
        onClick={() => void load().then(setOpen)}
      />
      {isOver && !isDialogOpen() && <DropSign />}
      {UploadDialog && <UploadDialog roomId={roomId} files={files} isOpen={isOpen} onOpenChange={setOpen} />}
    </>
  );
}
