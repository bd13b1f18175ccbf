import { useId } from 'react';
import styles from './toolbar.module.css';

interface FilterSelectProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChoose: (value: Value) => void;
}

export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, options, value, onChoose } = props;
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
        onChange={event => onChoose(event.target.value as Value)}
      >
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
