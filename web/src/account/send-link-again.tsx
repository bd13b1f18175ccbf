import { lazyStrings } from '../strings/lazy-strings.ts';
import { Button } from '../ui/form/button.tsx';
import { useAccount } from './use-account.ts';
import { useConfirmationMail } from './use-confirmation-mail.ts';

/** Beside a setting that needs a confirmed address. Nothing for a person without an address. */
export function SendLinkAgain() {
  const account = useAccount();
  const { email, isVerified } = account ?? {};
  return email !== undefined && isVerified === false && <SendButton email={email} />;
}

function SendButton({ email }: { email: string }) {
  const [isBusy, send] = useConfirmationMail(email);
  return (
    <Button variant="plain" isBusy={isBusy} onClick={() => void send()}>
      {lazyStrings.email.sendAgain}
    </Button>
  );
}
