import { useState } from 'react';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { showError, showSuccess } from '../ui/feedback/toast.ts';
import { Button } from '../ui/form/button.tsx';
import styles from './account-form.module.css';
import { AccountError } from './sign-in/accounts.ts';
import { postAccount } from './sign-in/post-account.ts';

interface ConfirmationProps {
  email: string;
}

/** For an address that nobody has confirmed yet. */
export function Confirmation({ email }: ConfirmationProps) {
  const [isBusy, setBusy] = useState(false);

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

  return (
    <div className={styles.confirmation}>
      <p className={styles.words}>{lazyStrings.email.confirmHint}</p>
      <Button isBusy={isBusy} onClick={() => void send()}>
        {lazyStrings.email.sendConfirmation}
      </Button>
    </div>
  );
}
