import { useState } from 'react';
import styles from './saved-checkbox.module.css';

interface SavedCheckboxProps {
  label: string;
  isOn: boolean;
  /** Saves it. */
  onChange: (isOn: boolean) => Promise<void>;
}

/** Shows the wanted state until the room has it. */
export function SavedCheckbox({ label, isOn, onChange }: SavedCheckboxProps) {
  const [wanted, setWanted] = useState<boolean>();

  async function change(next: boolean): Promise<void> {
    setWanted(next);
    await onChange(next);
    setWanted(undefined);
  }

  return (
    <label className={styles.line}>
      <input
        type="checkbox"
        className={styles.box}
        checked={wanted ?? isOn}
        // `disabled` would take the focus away.
        aria-disabled={wanted !== undefined || undefined}
        onChange={event => wanted === undefined && void change(event.target.checked)}
      />
      {label}
    </label>
  );
}
