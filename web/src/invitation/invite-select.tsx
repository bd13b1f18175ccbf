import { useId } from 'react';
import styles from './invite-select.module.css';

interface InviteSelectProps {
  label: string;
  values: readonly number[];
  toText: (value: number) => string;
  value: number;
  onChange: (value: number) => void;
}

export function InviteSelect({ label, values, toText, value, onChange }: InviteSelectProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={styles.box}
        value={value}
        onChange={event => onChange(Number(event.target.value))}
      >
        {values.map(each => (
          <option key={each} value={each}>
            {toText(each)}
          </option>
        ))}
      </select>
    </div>
  );
}
