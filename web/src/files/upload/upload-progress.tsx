import { strings } from '../../strings/strings.ts';
import styles from './upload-progress.module.css';

/** How much of a file is uploaded, in per cent. */
export function Progress({ name, percent }: { name: string; percent: number }) {
  return (
    <progress
      className={styles.progress}
      aria-label={strings.files.uploading(name)}
      max={100}
      value={percent}
    />
  );
}
