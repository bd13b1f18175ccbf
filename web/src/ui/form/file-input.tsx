import { type ChangeEvent, type ReactNode, useId } from 'react';
import styles from './file-input.module.css';

interface FileInputProps {
  /** As in HTML; all types by default. */
  accept?: string;
  multiple?: boolean;
  /** Chooses a folder with all files in it. */
  isFolder?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** A button that opens the file dialog of the system. Its click area fills the nearest positioned ancestor. */
export function FileInput({ onFiles, isFolder, children, ...rest }: FileInputProps) {
  const id = useId();

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    onFiles([...(currentTarget.files ?? [])]);
    // Allows the same file to be chosen again.
    currentTarget.value = '';
  }

  return (
    <>
      <input
        {...rest}
        {...(isFolder && { webkitdirectory: '' })}
        id={id}
        type="file"
        className={styles.input}
        onChange={choose}
      />
      <label htmlFor={id} className={styles.button}>
        {children}
      </label>
    </>
  );
}
