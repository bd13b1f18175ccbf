import type { Room } from '@snug/protocol';
import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { strings } from '../../strings/strings.ts';
import { LazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';

/** Keeps its dialog open while it is hidden. */
export function FilesButton({ room, isHidden }: { room: Room; isHidden: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <LazyDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        isHidden ? undefined : (
          <IconButton label={strings.roomHeader.files} icon={FolderOpen} tooltip="below-start" />
        )
      }
      load={() => import('./files-dialog.tsx').then(module => module.FilesDialog)}
      dialog={{ room }}
    />
  );
}
