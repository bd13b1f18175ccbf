import { type ReactNode, useId } from 'react';
import { Select, type SelectProps } from '../../ui/form/select.tsx';
import styles from './toolbar.module.css';

interface ToolbarFieldProps {
  label: string;
  children: (box: { id: string; className: string | undefined }) => ReactNode;
}

function ToolbarField({ label, children }: ToolbarFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({ id, className: styles.box })}
    </div>
  );
}

export function FilterSelect<Value extends string>({
  label,
  ...props
}: SelectProps<Value> & { label: string }) {
  return <ToolbarField label={label}>{box => <Select {...props} {...box} />}</ToolbarField>;
}

interface DateFilterProps {
  label: string;
  /** A day as `<input type="date">` has it, or empty. */
  value: string;
  min?: string;
  max?: string;
  onChange: (value: string) => void;
}

export function DateFilter({ label, onChange, ...props }: DateFilterProps) {
  return (
    <ToolbarField label={label}>
      {box => <input {...props} {...box} type="date" onChange={event => onChange(event.target.value)} />}
    </ToolbarField>
  );
}

interface SearchFieldProps {
  label: string;
  text: string;
  onChange: (text: string) => void;
}

/** Arrow down goes to the table. */
export function SearchField({ label, text, onChange }: SearchFieldProps) {
  return (
    <ToolbarField label={label}>
      {box => (
        <input
          {...box}
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
      )}
    </ToolbarField>
  );
}
