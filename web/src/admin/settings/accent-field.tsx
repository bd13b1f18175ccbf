import { DEFAULT_LOOK, type Setting } from '@snug/protocol';
import { useEffect } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showAccent } from '../../ui/browser/show-look.ts';
import { Button } from '../../ui/form/button.tsx';
import { useFieldParts } from '../../ui/form/text-field.tsx';
import styles from './look-fields.module.css';

/** The one of Snug in the light theme: `--accent` in tokens.css. */
const SNUG_ACCENT = '#c74b1a';

interface AccentFieldProps {
  setting: Setting;
  value: string;
  label: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}

/** The page shows a draft, too, as long as this field shows it. */
export function AccentField({ setting, value, label, problem, onChange }: AccentFieldProps) {
  const texts = lazyStrings.admin;
  const parts = useFieldParts({ label, name: setting.name, problem, hint: texts.accentHint });
  useEffect(() => {
    showAccent(toAccent(value));
    return () => showAccent(toAccent(setting.value));
  }, [value, setting.value]);
  return (
    <div className={styles.accent}>
      {parts.label}
      <div className={styles.row}>
        <input
          {...parts.props}
          type="color"
          name={setting.name}
          className={styles.colour}
          value={toAccent(value) ?? SNUG_ACCENT}
          onChange={({ target }) => onChange(target.value)}
        />
        {value !== DEFAULT_LOOK && (
          <Button aria-describedby={parts.labelId} onClick={() => onChange(DEFAULT_LOOK)}>
            {texts.reset}
          </Button>
        )}
      </div>
      {parts.note}
    </div>
  );
}

function toAccent(value: string): string | undefined {
  return value === DEFAULT_LOOK ? undefined : value;
}
