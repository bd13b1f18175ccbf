import { type ChangeEvent, type ReactNode, useId } from 'react';
import styles from './file-input.module.css';

interface FileInputProps {
  /** The types to offer, as in HTML; all, where none are given. */
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
  /** The button's picture and words. */
  children: ReactNode;
}

/** A button that opens the system's own dialog for files. What is around it, if positioned, is a part of the button. */
export function FileInput({ onFiles, children, ...rest }: FileInputProps) {
  const id = useId();

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    onFiles([...(currentTarget.files ?? [])]);
    // So that the same file can be chosen again.
    currentTarget.value = '';
  }

  return (
    <>
      <input {...rest} id={id} type="file" className={styles.input} onChange={choose} />
      <label htmlFor={id} className={styles.button}>
        {children}
      </label>
    </>
  );
}
