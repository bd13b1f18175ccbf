import { showError } from '../ui/feedback/toast.ts';
import type { Problems } from '../ui/form/form.tsx';
import { findMissingPassword } from './sign-in/password-rules.ts';

/** `hasPassword`: whether the form has a field for it. */
export function checkCurrentPassword(password: string, hasPassword: boolean): Problems<'password'> {
  const missing = hasPassword ? findMissingPassword(password) : undefined;
  return missing === undefined ? {} : { password: missing };
}

/** Without a password there is no field for an error. */
export function toPasswordProblem(message: string, hasPassword: boolean): Problems<'password'> {
  if (!hasPassword) showError(message);
  return { password: message };
}
