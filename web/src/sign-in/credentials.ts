import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@snug/protocol';
import { lazyStrings } from '../strings/lazy-strings.ts';
import type { Problems } from '../ui/form/form.tsx';
import type { AccountError } from './accounts.ts';

export type Mode = 'sign-in' | 'sign-up';
export type CredentialField = 'name' | 'email' | 'password';
export type Credentials = Record<CredentialField, string>;

const SIGN_IN_STRINGS = lazyStrings.signIn;
const TOO_SHORT = SIGN_IN_STRINGS.tooShort(MIN_PASSWORD_LENGTH);

const FIELD_ERRORS: Record<string, Problems<CredentialField>> = {
  INVALID_EMAIL_OR_PASSWORD: { password: SIGN_IN_STRINGS.noMatch },
  INVALID_PASSWORD: { password: SIGN_IN_STRINGS.noMatch },
  INVALID_EMAIL: { email: SIGN_IN_STRINGS.noEmail },
  USER_ALREADY_EXISTS: { email: SIGN_IN_STRINGS.emailTaken },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { email: SIGN_IN_STRINGS.emailTaken },
  PASSWORD_TOO_SHORT: { password: TOO_SHORT },
  PASSWORD_TOO_LONG: { password: SIGN_IN_STRINGS.tooLong(MAX_PASSWORD_LENGTH) },
};

/** The checks that need no server. */
export function checkCredentials(mode: Mode, { name, email, password }: Credentials) {
  const problems: Problems<CredentialField> = {};
  if (mode === 'sign-up' && name === '') problems.name = SIGN_IN_STRINGS.nameRequired;
  if (email === '') problems.email = SIGN_IN_STRINGS.emailRequired;
  else if (!/^\S+@\S+$/.test(email)) problems.email = SIGN_IN_STRINGS.noEmail;
  if (password === '') problems.password = SIGN_IN_STRINGS.passwordRequired;
  else if (mode === 'sign-up' && password.length < MIN_PASSWORD_LENGTH) problems.password = TOO_SHORT;
  return problems;
}

/** Maps the server's error to its field; an error without a field shows at the password, the last one. */
export function toProblems({ code, message }: AccountError): Problems<CredentialField> {
  return FIELD_ERRORS[code] ?? { password: message };
}
