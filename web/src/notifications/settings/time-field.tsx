import { useEffect, useRef } from 'react';
import { TextField } from '../../ui/form/text-field.tsx';
import { formatMinute, parseMinute } from './minute.ts';

interface TimeFieldProps {
  label: string;
  /** Of the day. */
  minute: number;
  onChange: (minute: number) => void;
}

/** A time of day. It stays as it is typed: a field whose value is set while somebody types loses its half-typed part. */
export function TimeField({ label, minute, onChange }: TimeFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const input = field.current;
    if (input && input !== document.activeElement) input.value = formatMinute(minute);
  }, [minute]);
  return (
    <TextField
      ref={field}
      label={label}
      name={label}
      type="time"
      defaultValue={formatMinute(minute)}
      onChange={({ currentTarget: { value } }) => {
        const typed = parseMinute(value);
        if (typed !== undefined && typed !== minute) onChange(typed);
      }}
      onBlur={({ currentTarget }) => {
        if (parseMinute(currentTarget.value) === undefined) currentTarget.value = formatMinute(minute);
      }}
    />
  );
}
