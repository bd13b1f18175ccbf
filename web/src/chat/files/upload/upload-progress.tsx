import { lazyStrings } from '../../../strings/lazy-strings.ts';
import styles from './upload-progress.module.css';

export function Progress({ name, percent }: { name: string; percent: number }) {
  return (
    <progress
      className={styles.progress}
      aria-label={lazyStrings.uploads.uploading(name)}
      max={100}
      value={percent}
    />
  );
}
