import { Upload } from 'lucide-react';
import { classNames } from '../ui/class-names.ts';
import { FileInput } from '../ui/file-input.tsx';
import { lateWords } from '../words/late-words.ts';
import styles from './file-picker.module.css';
import { useDrop } from './use-drop.ts';
import { usePaste } from './use-paste.ts';

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
