import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@snug/protocol';
import type { Problems } from '../ui/form.tsx';
import type { AccountError } from './accounts.ts';

export type Mode = 'sign-in' | 'sign-up';
export type CredentialField = 'name' | 'email' | 'password';
export type Credentials = Record<CredentialField, string>;

const TOO_SHORT = `A password has at least ${MIN_PASSWORD_LENGTH} characters`;
const NO_EMAIL = 'This is not an e-mail address';

const REFUSALS: Record<string, Problems<CredentialField>> = {
  INVALID_EMAIL_OR_PASSWORD: { password: 'E-mail and password do not match' },
  INVALID_PASSWORD: { password: 'E-mail and password do not match' },
  INVALID_EMAIL: { email: NO_EMAIL },
  USER_ALREADY_EXISTS: { email: 'Someone already uses this e-mail address' },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { email: 'Someone already uses this e-mail address' },
  PASSWORD_TOO_SHORT: { password: TOO_SHORT },
  PASSWORD_TOO_LONG: { password: `A password has at most ${MAX_PASSWORD_LENGTH} characters` },
};

/** What can be seen to be wrong without asking the server. */
export function checkCredentials(mode: Mode, { name, email, password }: Credentials) {
  const problems: Problems<CredentialField> = {};
  if (mode === 'sign-up' && name === '') problems.name = 'Your name is required';
  if (email === '') problems.email = 'Your e-mail address is required';
  else if (!/^\S+@\S+$/.test(email)) problems.email = NO_EMAIL;
  if (password === '') problems.password = 'A password is required';
  else if (mode === 'sign-up' && password.length < MIN_PASSWORD_LENGTH) problems.password = TOO_SHORT;
  return problems;
}

/** Where the server's refusal belongs; what has no field of its own is said at the last one. */
export function problemsOf({ code, message }: AccountError): Problems<CredentialField> {
  return REFUSALS[code] ?? { password: message };
}
