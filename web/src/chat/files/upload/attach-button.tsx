import { Paperclip } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { type ChosenFiles, useChosenFiles } from '../../../state/chat-context.ts';
import { strings } from '../../../strings/strings.ts';
import { createIdleComponent } from '../../../ui/browser/create-idle-component.tsx';
import { isDialogOpen } from '../../../ui/dialog/is-dialog-open.ts';
import { useLazyComponent } from '../../../ui/dialog/use-lazy-component.ts';
import { IconButton } from '../../../ui/form/icon-button.tsx';

const LazyFileDrops = createIdleComponent(() => import('./file-drops.tsx'), 'FileDrops');

const NO_FILES: ChosenFiles = { files: [], isOpen: false };

/** Also accepts files that are dropped or pasted while the room is open. */
export function AttachButton({ roomId, className }: { roomId: string; className?: string | undefined }) {
  const [UploadDialog, load] = useLazyComponent(() =>
    import('./upload-dialog.tsx').then(module => module.UploadDialog),
  );
  const [isOpen, setOpen] = useState(false);
  const chosen = useChosenFiles();
  const [added, setAdded] = useState(() => chosen.get(roomId) ?? NO_FILES);
  useEffect(() => {
    if (added.isOpen) void load().then(setOpen);
  }, [added, load]);

  // Other open dialogs accept no files.
  const addFiles = useCallback(
    (files: readonly File[]) => isDialogOpen() || setAdded({ files, isOpen: true }),
    [],
  );

  return (
    <>
      <IconButton
        className={className}
        label={strings.files.attach}
        icon={Paperclip}
        tooltip="none"
        title={strings.files.attach}
        aria-haspopup="dialog"
        onClick={() => void load().then(setOpen)}
      />
      <LazyFileDrops onFiles={isOpen ? undefined : addFiles} />
      {UploadDialog && (
        <UploadDialog roomId={roomId} files={added.files} isOpen={isOpen} onOpenChange={setOpen} />
      )}
    </>
  );
}
