import { Upload } from 'lucide-react';
import { strings } from '../../strings/strings.ts';
import styles from './drop-overlay.module.css';

/** Over the whole room, while files are held over the page. Who cannot see it cannot drag, either. */
export function DropOverlay() {
  return (
    <div className={styles.sign} aria-hidden>
      <div className={styles.words}>
        <Upload size={32} strokeWidth={1.5} />
        {strings.files.dropHere}
      </div>
    </div>
  );
}
