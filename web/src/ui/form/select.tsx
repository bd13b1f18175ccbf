import type { ComponentProps } from 'react';

export interface SelectProps<Value extends string | number> {
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChoose: (value: Value) => void;
}

/** A native select whose values keep their type. */
export function Select<Value extends string | number>(
  props: SelectProps<Value> & Pick<ComponentProps<'select'>, 'id' | 'className'>,
) {
  const { options, onChoose, ...rest } = props;
  return (
    <select
      {...rest}
      onChange={({ target }) => {
        const chosen = options[target.selectedIndex];
        if (chosen) onChoose(chosen.value);
      }}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
