import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { IconButton } from './icon-button.tsx';
import styles from './password-field.module.css';
import { type FieldProps, useFieldParts } from './text-field.tsx';

interface PasswordFieldProps extends FieldProps, Pick<ComponentProps<'input'>, 'autoComplete'> {}

/** Can show its text while somebody types. */
export function PasswordField({ label, name, problem, hint, autoComplete }: PasswordFieldProps) {
  const parts = useFieldParts({ label, name, problem, hint });
  const [isShown, setShown] = useState(false);
  const { show, hide } = lazyStrings.password;
  return (
    <div className={styles.field}>
      {parts.label}
      <div className={styles.line}>
        <input
          {...parts.props}
          className={styles.box}
          name={name}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          data-verbatim
        />
        <IconButton
          className={styles.toggle}
          label={isShown ? hide : show}
          icon={isShown ? EyeOff : Eye}
          tooltip="none"
          aria-pressed={isShown}
          aria-describedby={parts.labelId}
          onClick={() => setShown(!isShown)}
        />
      </div>
      {parts.note}
    </div>
  );
}
