import { Upload } from 'lucide-react';
import { type ChangeEvent, useId } from 'react';
import { classNames } from '../ui/class-names.ts';
import styles from './file-picker.module.css';
import { useDrop } from './use-drop.ts';

interface FilePickerProps {
  isBusy: boolean;
  onFiles: (files: File[]) => void;
}

/** Files by the system's own dialog, or dropped anywhere on the page while this one is open. */
export function FilePicker({ isBusy, onFiles }: FilePickerProps) {
  const id = useId();
  const isOver = useDrop(isBusy ? undefined : onFiles);

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    onFiles([...(currentTarget.files ?? [])]);
    // So that the same file can be chosen again after it was removed.
    currentTarget.value = '';
  }

  return (
    <div className={classNames(styles.picker, isOver && styles.isOver)}>
      <input id={id} type="file" multiple disabled={isBusy} className={styles.input} onChange={choose} />
      <label htmlFor={id} className={styles.button}>
        <Upload size={18} aria-hidden />
        Choose files
      </label>
      <span className={styles.hint} aria-hidden>
        or drop them here
      </span>
    </div>
  );
}
