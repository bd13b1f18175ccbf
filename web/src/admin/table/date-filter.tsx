import { useId } from 'react';
import styles from './toolbar.module.css';

interface DateFilterProps {
  label: string;
  /** A day as `<input type="date">` has it, or empty. */
  value: string;
  min?: string;
  max?: string;
  onChange: (value: string) => void;
}

export function DateFilter({ label, onChange, ...props }: DateFilterProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...props}
        id={id}
        className={styles.box}
        type="date"
        onChange={event => onChange(event.target.value)}
      />
    </div>
  );
}
