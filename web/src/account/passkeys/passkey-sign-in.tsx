import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showError, showInfo } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { AccountError } from '../sign-in/accounts.ts';

interface PasskeySignInProps {
  className: string | undefined;
}

/** On the sign-in page. The rest loads when somebody presses it. */
export function PasskeySignIn({ className }: PasskeySignInProps) {
  const [isBusy, setBusy] = useState(false);

  async function signIn(): Promise<void> {
    setBusy(true);
    try {
      const { signInWithPasskey } = await import('./sign-in-with-passkey.ts');
      const problem = await signInWithPasskey();
      if (problem !== undefined) showInfo(problem);
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      showError(error.message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button className={className} isBusy={isBusy} onClick={() => void signIn()}>
      <KeyRound size={18} aria-hidden />
      {lazyStrings.passkeys.signIn}
    </Button>
  );
}
