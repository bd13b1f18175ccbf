import { Upload } from 'lucide-react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import styles from './drop-overlay.module.css';

/** Covers the room while files are dragged over the page. Hidden from screen readers, because dragging needs sight. */
export function DropOverlay() {
  return (
    <div className={styles.sign} aria-hidden>
      <div className={styles.words}>
        <Upload size={32} strokeWidth={1.5} />
        {lazyStrings.uploads.dropHere}
      </div>
    </div>
  );
}
