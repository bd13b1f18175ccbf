import { Upload } from 'lucide-react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { isDialogOpen } from '../../../ui/dialog/is-dialog-open.ts';
import styles from './file-drops.module.css';
import { useFileDrop } from './use-file-drop.ts';
import { useFilePaste } from './use-file-paste.ts';

/** Takes files that are dropped or pasted. Without `onFiles` it ignores them. */
export function FileDrops({ onFiles }: { onFiles: ((files: readonly File[]) => void) | undefined }) {
  const isDragging = useFileDrop(onFiles);
  useFilePaste(onFiles);
  return isDragging && !isDialogOpen() && <DropOverlay />;
}

/** Covers the room while files are dragged over the page. Hidden from screen readers, because dragging needs sight. */
function DropOverlay() {
  return (
    <div className={styles.sign} aria-hidden>
      <div className={styles.words}>
        <Upload size={32} strokeWidth={1.5} />
        {lazyStrings.uploads.dropHere}
      </div>
    </div>
  );
}
