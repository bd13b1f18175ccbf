import { Upload } from 'lucide-react';
import { lateWords } from '../../strings/lazy-strings.ts';
import { classNames } from '../../ui/class-names.ts';
import { FileInput } from '../../ui/form/file-input.tsx';
import styles from './file-picker.module.css';
import { useDrop } from './use-file-drop.ts';
import { usePaste } from './use-file-paste.ts';

interface FilePickerProps {
  isBusy: boolean;
  onFiles: (files: File[]) => void;
}

/** Files by the system's own dialog, or dropped anywhere on the page, or pasted, while this one is open. */
export function FilePicker({ isBusy, onFiles }: FilePickerProps) {
  const taken = isBusy ? undefined : onFiles;
  const isOver = useDrop(taken);
  usePaste(taken);

  return (
    <div className={classNames(styles.picker, isOver && styles.isOver)}>
      <FileInput multiple disabled={isBusy} onFiles={onFiles}>
        <Upload size={18} aria-hidden />
        {lateWords.uploads.choose}
      </FileInput>
      <span className={styles.hint} aria-hidden>
        {lateWords.uploads.orDrop}
      </span>
    </div>
  );
}
