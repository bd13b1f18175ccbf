import { useId } from 'react';
import styles from './toolbar.module.css';

interface SearchFieldProps {
  label: string;
  text: string;
  onChange: (text: string) => void;
}

/** Arrow down goes to the table. */
export function SearchField({ label, text, onChange }: SearchFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={styles.box}
        type="search"
        autoComplete="off"
        value={text}
        onChange={event => onChange(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          document.querySelector<HTMLElement>('tbody tr[tabindex="0"]')?.focus();
        }}
      />
    </div>
  );
}
