import { isDialogOpen } from '../../../ui/dialog/is-dialog-open.ts';
import { DropOverlay } from './drop-overlay.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { useFilePaste } from './use-file-paste.ts';

/** Takes files that are dropped or pasted. Without `onFiles` it ignores them. */
export function FileDrops({ onFiles }: { onFiles: ((files: readonly File[]) => void) | undefined }) {
  const isDragging = useFileDrop(onFiles);
  useFilePaste(onFiles);
  return isDragging && !isDialogOpen() && <DropOverlay />;
}
