import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@snug/protocol';
import { lateWords } from '../strings/lazy-strings.ts';
import type { Problems } from '../ui/form/form.tsx';
import type { AccountError } from './accounts.ts';

export type Mode = 'sign-in' | 'sign-up';
export type CredentialField = 'name' | 'email' | 'password';
export type Credentials = Record<CredentialField, string>;

const WORDS = lateWords.signIn;
const TOO_SHORT = WORDS.tooShort(MIN_PASSWORD_LENGTH);

const REFUSALS: Record<string, Problems<CredentialField>> = {
  INVALID_EMAIL_OR_PASSWORD: { password: WORDS.noMatch },
  INVALID_PASSWORD: { password: WORDS.noMatch },
  INVALID_EMAIL: { email: WORDS.noEmail },
  USER_ALREADY_EXISTS: { email: WORDS.emailTaken },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { email: WORDS.emailTaken },
  PASSWORD_TOO_SHORT: { password: TOO_SHORT },
  PASSWORD_TOO_LONG: { password: WORDS.tooLong(MAX_PASSWORD_LENGTH) },
};

/** What can be seen to be wrong without asking the server. */
export function checkCredentials(mode: Mode, { name, email, password }: Credentials) {
  const problems: Problems<CredentialField> = {};
  if (mode === 'sign-up' && name === '') problems.name = WORDS.nameRequired;
  if (email === '') problems.email = WORDS.emailRequired;
  else if (!/^\S+@\S+$/.test(email)) problems.email = WORDS.noEmail;
  if (password === '') problems.password = WORDS.passwordRequired;
  else if (mode === 'sign-up' && password.length < MIN_PASSWORD_LENGTH) problems.password = TOO_SHORT;
  return problems;
}

/** Where the server's refusal belongs; what has no field of its own is said at the last one. */
export function problemsOf({ code, message }: AccountError): Problems<CredentialField> {
  return REFUSALS[code] ?? { password: message };
}
