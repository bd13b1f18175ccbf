import { useId } from 'react';
import styles from './radio-list.module.css';

interface RadioListProps<Value extends string> {
  label: string;
  name: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChoose: (value: Value) => void;
}

/** A radio group whose options are long. */
export function RadioList<Value extends string>(props: RadioListProps<Value>) {
  const { label, name, options, value: chosen, onChoose } = props;
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {label}
      </h3>
      {options.map(({ value, label }) => (
        <label key={value} className={styles.option}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          {label}
        </label>
      ))}
    </div>
  );
}
