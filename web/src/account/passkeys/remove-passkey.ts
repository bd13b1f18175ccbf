import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showSuccess } from '../../ui/feedback/toast.ts';
import type { Problems } from '../../ui/form/form.tsx';
import { toPasswordProblem } from '../current-password.ts';
import { needsOtherProof } from '../proof-problem.ts';
import { AccountError } from '../sign-in/accounts.ts';
import { postAccount } from '../sign-in/post-account.ts';

/** `password`: if the person has one. Resolves to the problem that its form has to show, if there is one. */
export async function removePasskey(
  id: string,
  password: string | undefined,
): Promise<Problems<'password'> | undefined> {
  try {
    await postAccount('account/passkeys/remove', { id, ...(password !== undefined && { password }) });
  } catch (error) {
    if (!(error instanceof AccountError)) throw error;
    // It was removed in another window.
    if (error.code !== 'not_found') {
      if (needsOtherProof(error)) return {};
      const text = error.code === 'forbidden' ? lazyStrings.password.wrong : error.message;
      return toPasswordProblem(text, password !== undefined);
    }
  }
  showSuccess(lazyStrings.passkeys.removed);
  return undefined;
}
