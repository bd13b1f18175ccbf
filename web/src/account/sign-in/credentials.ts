import { lazyStrings } from '../../strings/lazy-strings.ts';
import type { Problems } from '../../ui/form/form.tsx';
import type { AccountError } from './accounts.ts';
import { findMissingPassword, findPasswordProblem, TOO_LONG, TOO_SHORT } from './password-rules.ts';

export type Mode = 'sign-in' | 'sign-up';
export type CredentialField = 'name' | 'email' | 'password';
export type Credentials = Record<CredentialField, string>;

const SIGN_IN_STRINGS = lazyStrings.signIn;

const FIELD_ERRORS: Record<string, Problems<CredentialField>> = {
  INVALID_EMAIL_OR_PASSWORD: { password: SIGN_IN_STRINGS.noMatch },
  INVALID_PASSWORD: { password: SIGN_IN_STRINGS.noMatch },
  INVALID_EMAIL: { email: lazyStrings.email.invalid },
  PASSWORD_TOO_SHORT: { password: TOO_SHORT },
  PASSWORD_TOO_LONG: { password: TOO_LONG },
};

/** The checks that need no server. */
export function checkCredentials(mode: Mode, { name, email, password }: Credentials) {
  const problems: Problems<CredentialField> = checkEmail(email);
  if (mode === 'sign-up' && name === '') problems.name = SIGN_IN_STRINGS.nameRequired;
  const passwordProblem = mode === 'sign-up' ? findPasswordProblem(password) : findMissingPassword(password);
  if (passwordProblem !== undefined) problems.password = passwordProblem;
  return problems;
}

/** The server checks more. */
export function checkEmail(email: string): Problems<'email'> {
  if (email === '') return { email: lazyStrings.email.required };
  return /^\S+@\S+$/.test(email) ? {} : { email: lazyStrings.email.invalid };
}

/** Maps the server's error to its field; an error without a field shows at the password, the last one. */
export function toProblems({ code, message }: AccountError, hasMail: boolean): Problems<CredentialField> {
  // The owner of the address may have come by an import. The page must not reveal that.
  if (code.startsWith('USER_ALREADY_EXISTS'))
    return { email: hasMail ? SIGN_IN_STRINGS.emailTakenMailed : SIGN_IN_STRINGS.emailTaken };
  return FIELD_ERRORS[code] ?? { password: message };
}
