import { lazyStrings } from '../strings/lazy-strings.ts';
import { PasswordField } from '../ui/form/password-field.tsx';

/** Named `password`. */
export function CurrentPasswordField({ problem }: { problem: string | undefined }) {
  return (
    <PasswordField
      label={lazyStrings.password.current}
      name="password"
      autoComplete="current-password"
      problem={problem}
    />
  );
}
