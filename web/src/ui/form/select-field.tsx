import { useId } from 'react';
import { Select, type SelectProps } from './select.tsx';
import styles from './select-field.module.css';

interface SelectFieldProps<Value extends string | number> extends SelectProps<Value> {
  label: string;
}

export function SelectField<Value extends string | number>({ label, ...props }: SelectFieldProps<Value>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <Select {...props} id={id} className={styles.box} />
    </div>
  );
}
