import { type ComponentProps, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './text-field.module.css';

interface FieldProps {
  label: string;
  name: string;
  /** What is wrong with what it holds. */
  problem?: string | undefined;
}

function useFieldParts({ label, problem }: FieldProps) {
  const id = useId();
  return {
    label: (
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
    ),
    problem: problem && (
      <p className={styles.problem} id={`${id}-problem`}>
        {problem}
      </p>
    ),
    props: {
      id,
      'aria-invalid': problem ? true : undefined,
      'aria-describedby': problem ? `${id}-problem` : undefined,
    },
  };
}

export function TextField({ label, problem, ...rest }: FieldProps & ComponentProps<'input'>) {
  const parts = useFieldParts({ label, problem, name: rest.name });
  return (
    <div className={styles.field}>
      {parts.label}
      <input {...rest} {...parts.props} className={styles.box} />
      {parts.problem}
    </div>
  );
}

export function TextArea({ label, problem, ...rest }: FieldProps & ComponentProps<'textarea'>) {
  const parts = useFieldParts({ label, problem, name: rest.name });
  return (
    <div className={styles.field}>
      {parts.label}
      <textarea {...rest} {...parts.props} className={classNames(styles.box, styles.area)} />
      {parts.problem}
    </div>
  );
}
