import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { classNames } from '../class-names.ts';
import styles from './segmented-control.module.css';

interface SegmentedControlProps<Value extends string> {
  label: string;
  name: string;
  options: readonly { value: Value; label: string; icon?: LucideIcon }[];
  value: Value;
  onChoose: (value: Value) => void;
  /** Below each other on narrow screens: for three options, or long ones. */
  isStackable?: boolean;
  isLabelHidden?: boolean;
}

/** A radio group that shows its few options side by side. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, name, options, value: chosen, onChoose, isStackable, isLabelHidden } = props;
  const id = useId();
  return (
    <div role="radiogroup" {...(isLabelHidden ? { 'aria-label': label } : { 'aria-labelledby': id })}>
      {!isLabelHidden && (
        <h3 id={id} className={styles.heading}>
          {label}
        </h3>
      )}
      <div className={classNames(styles.options, isStackable && styles.stackable)}>
        {options.map(({ value, label, icon: Icon }) => (
          <label key={value} className={styles.option}>
            <input
              type="radio"
              name={name}
              className={styles.radio}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            {Icon && <Icon size={16} aria-hidden />}
            {label}
          </label>
        ))}
      </div>
    </div>
  );
}
