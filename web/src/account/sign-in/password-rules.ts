import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@snug/protocol';
import { lazyStrings } from '../../strings/lazy-strings.ts';

/** Also the hint of each field for a new password, before any error. */
export const TOO_SHORT = lazyStrings.password.tooShort(MIN_PASSWORD_LENGTH);
export const TOO_LONG = lazyStrings.password.tooLong(MAX_PASSWORD_LENGTH);

/** Of a new password. The server checks the same. */
export function findPasswordProblem(password: string): string | undefined {
  if (password.length > MAX_PASSWORD_LENGTH) return TOO_LONG;
  return findMissingPassword(password) ?? (password.length < MIN_PASSWORD_LENGTH ? TOO_SHORT : undefined);
}

export function findMissingPassword(password: string): string | undefined {
  return password === '' ? lazyStrings.password.required : undefined;
}
