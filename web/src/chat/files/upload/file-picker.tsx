import { Upload } from 'lucide-react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { classNames } from '../../../ui/class-names.ts';
import { FileInput } from '../../../ui/form/file-input.tsx';
import styles from './file-picker.module.css';
import { useFileDrop } from './use-file-drop.ts';
import { useFilePaste } from './use-file-paste.ts';

interface FilePickerProps {
  isBusy: boolean;
  onFiles: (files: File[]) => void;
}

export function FilePicker({ isBusy, onFiles }: FilePickerProps) {
  const handleFiles = isBusy ? undefined : onFiles;
  const isDragging = useFileDrop(handleFiles);
  useFilePaste(handleFiles);

  return (
    <div className={classNames(styles.picker, isDragging && styles.isOver)}>
      <FileInput multiple disabled={isBusy} onFiles={onFiles}>
        <Upload size={18} aria-hidden />
        {lazyStrings.uploads.choose}
      </FileInput>
      <span className={styles.hint} aria-hidden>
        {lazyStrings.uploads.orDrop}
      </span>
    </div>
  );
}
