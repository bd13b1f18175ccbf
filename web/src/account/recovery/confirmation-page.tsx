import { useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showError } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { AccountError } from '../sign-in/accounts.ts';
import { requestFromAccount } from '../sign-in/post-account.ts';
import { SignInLayout } from '../sign-in/sign-in-layout.tsx';
import { EndOfLink } from './end-of-link.tsx';
import styles from './recovery-page.module.css';

const { recovery } = lazyStrings;

/** Needs a press: programs that check mails open their links. */
export function ConfirmationPage() {
  const [isBusy, setBusy] = useState(false);
  const [email, setEmail] = useState<string>();
  const [problem, setProblem] = useState<string>();

  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      setEmail((await requestFromAccount<{ email: string }>('account/confirmation', {})).email);
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      if (error.code === 'not_found') setProblem(recovery.confirmOver);
      else if (error.code === 'id_taken') setProblem(lazyStrings.email.taken);
      else showError(error.message);
    } finally {
      setBusy(false);
    }
  }

  const end = { button: recovery.toSnug, path: '/' } as const;
  if (problem !== undefined) return <EndOfLink heading={recovery.over} words={problem} {...end} />;
  if (email !== undefined)
    return <EndOfLink heading={recovery.confirmed} words={recovery.confirmedDescription(email)} {...end} />;
  return (
    <SignInLayout heading={recovery.confirmTitle} words={recovery.confirmDescription}>
      <Button variant="main" className={styles.button} isBusy={isBusy} onClick={() => void confirm()}>
        {recovery.confirm}
      </Button>
    </SignInLayout>
  );
}
