import { CommandError, NEEDS_PASSWORD, WRONG_PASSWORD } from '@snug/protocol';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { showCommandError, showError } from '../ui/feedback/toast.ts';
import type { Problems } from '../ui/form/form.tsx';
import type { AccountError } from './sign-in/accounts.ts';
import { reloadAccount } from './use-account.ts';

/** For a command that needs the password. Only a wrong one is a problem of a field. */
export function toProofProblem(error: unknown): Problems<'password'> {
  if (!(error instanceof CommandError)) throw error;
  if (error.message === WRONG_PASSWORD) return { password: lazyStrings.password.wrong };
  if (!needsOtherProof(error)) showCommandError(error);
  return {};
}

/**
 * Whether the account needs another proof than its form asked for: another tab has set a password, or the sign-in is no longer
 * fresh. Shows that, and reads the account again, so that its form asks for the proof.
 */
export function needsOtherProof({ code, message }: AccountError | CommandError): boolean {
  if (message !== NEEDS_PASSWORD && code !== 'unauthenticated') return false;
  showError(message);
  reloadAccount();
  return true;
}
