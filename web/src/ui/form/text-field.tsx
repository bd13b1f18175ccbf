import { type ComponentProps, useId } from 'react';
import { classNames } from '../class-names.ts';
import styles from './text-field.module.css';

export interface FieldProps {
  label: string;
  name: string;
  /** Replaces the hint and marks the value as invalid. */
  problem?: string | undefined;
  hint?: string | undefined;
}

export function useFieldParts({ label, problem, hint }: FieldProps) {
  const id = useId();
  const note = problem ?? hint;
  return {
    labelId: `${id}-label`,
    label: (
      <label className={styles.label} id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
    ),
    note: note && (
      <p className={problem ? styles.problem : styles.hint} id={`${id}-note`}>
        {note}
      </p>
    ),
    props: {
      id,
      'aria-invalid': problem ? true : undefined,
      'aria-describedby': note ? `${id}-note` : undefined,
    },
  };
}

export function TextField({ label, problem, hint, ...rest }: FieldProps & ComponentProps<'input'>) {
  const parts = useFieldParts({ label, problem, hint, name: rest.name });
  return (
    <div className={styles.field}>
      {parts.label}
      <input {...rest} {...parts.props} className={styles.box} />
      {parts.note}
    </div>
  );
}

export function TextArea({ label, problem, hint, ...rest }: FieldProps & ComponentProps<'textarea'>) {
  const parts = useFieldParts({ label, problem, hint, name: rest.name });
  return (
    <div className={styles.field}>
      {parts.label}
      <textarea {...rest} {...parts.props} className={classNames(styles.box, styles.area)} />
      {parts.note}
    </div>
  );
}
