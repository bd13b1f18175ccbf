import { CommandError, WRONG_PASSWORD } from '@snug/protocol';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { showCommandError } from '../ui/feedback/toast.ts';
import type { Problems } from '../ui/form/form.tsx';

/** For a command that needs the password. Only a wrong one is a problem of a field. */
export function toProofProblem(error: unknown): Problems<'password'> | undefined {
  if (error instanceof CommandError && error.message === WRONG_PASSWORD)
    return { password: lazyStrings.password.wrong };
  showCommandError(error);
  return undefined;
}
