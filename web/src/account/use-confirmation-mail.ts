import { useState } from 'react';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { showError, showSuccess } from '../ui/feedback/toast.ts';
import { AccountError } from './sign-in/accounts.ts';
import { postAccount } from './sign-in/post-account.ts';

/** Sends a link to the address of this person, which confirms it. A toast shows the result. */
export function useConfirmationMail(email: string): [isBusy: boolean, send: () => Promise<void>] {
  const [isBusy, setBusy] = useState(false);
  return [isBusy, send];

  async function send(): Promise<void> {
    setBusy(true);
    try {
      await postAccount('account/verification', {});
      showSuccess(lazyStrings.email.sent(email));
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      showError(error.message);
    } finally {
      setBusy(false);
    }
  }
}
