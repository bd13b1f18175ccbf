import styles from './switch.module.css';

interface SwitchProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** The id of an explanation. */
  describedBy?: string;
}

export function Switch({ label, isOn, onChange, describedBy }: SwitchProps) {
  return (
    <label className={styles.line}>
      {label}
      <input
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox exposes its checked state by itself
        role="switch"
        aria-describedby={describedBy}
        className={styles.switch}
        checked={isOn}
        onChange={event => onChange(event.target.checked)}
      />
    </label>
  );
}
