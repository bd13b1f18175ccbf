import { lazyStrings } from '../strings/lazy-strings.ts';
import { Button } from '../ui/form/button.tsx';
import styles from './account-form.module.css';
import { useConfirmationMail } from './use-confirmation-mail.ts';

interface ConfirmationProps {
  email: string;
}

/** For an address that nobody has confirmed yet. */
export function Confirmation({ email }: ConfirmationProps) {
  const [isBusy, send] = useConfirmationMail(email);
  return (
    <div className={styles.confirmation}>
      <p className={styles.words}>{lazyStrings.email.confirmHint}</p>
      <Button isBusy={isBusy} onClick={() => void send()}>
        {lazyStrings.email.sendConfirmation}
      </Button>
    </div>
  );
}
