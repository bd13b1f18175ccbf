import { lazyStrings } from '../strings/lazy-strings.ts';
import type { Problems } from '../ui/form/form.tsx';
import { PasswordField } from '../ui/form/password-field.tsx';
import { findPasswordProblem, TOO_SHORT } from './sign-in/password-rules.ts';

/** Named `newPassword`. */
export function NewPasswordField({ problem }: { problem: string | undefined }) {
  return (
    <PasswordField
      label={lazyStrings.password.new}
      name="newPassword"
      autoComplete="new-password"
      hint={TOO_SHORT}
      problem={problem}
    />
  );
}

export function checkNewPassword(newPassword: string): Problems<'newPassword'> {
  const problem = findPasswordProblem(newPassword);
  return problem === undefined ? {} : { newPassword: problem };
}
