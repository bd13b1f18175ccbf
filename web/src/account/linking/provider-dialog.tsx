import { Button } from '../../ui/form/button.tsx';
import { Form, type Problems } from '../../ui/form/form.tsx';
import { AccountDialog, type AccountDialogProps } from '../account-dialog.tsx';
import styles from '../account-form.module.css';
import { checkCurrentPassword } from '../current-password.ts';
import { CurrentPasswordField } from '../current-password-field.tsx';

interface ProviderDialogProps extends AccountDialogProps {
  title: string;
  words: string;
  button: { text: string; variant: 'main' | 'danger' };
  /** Closes the dialog, unless it resolves to a problem. */
  onSubmit: (password: string) => Promise<Problems<'password'> | undefined>;
}

/** Asks for the proof that linking and disconnecting a provider need. */
export function ProviderDialog({ title, account, isOpen, onOpenChange, ...form }: ProviderDialogProps) {
  return (
    <AccountDialog title={title} account={account} isOpen={isOpen} onOpenChange={onOpenChange}>
      <ProviderForm {...form} onDone={() => onOpenChange(false)} />
    </AccountDialog>
  );
}

type ProviderFormProps = Pick<ProviderDialogProps, 'words' | 'button' | 'onSubmit'> & { onDone: () => void };

function ProviderForm({ words, button, onSubmit, onDone }: ProviderFormProps) {
  async function submit({ password }: { password: string }) {
    const problems = await onSubmit(password);
    if (!problems) onDone();
    return problems;
  }

  return (
    <Form
      fields={['password']}
      className={styles.form}
      validate={({ password }) => checkCurrentPassword(password, true)}
      onSubmit={submit}
    >
      {({ problems, isBusy }) => (
        <>
          <p className={styles.words}>{words}</p>
          <CurrentPasswordField problem={problems.password} />
          <Button variant={button.variant} type="submit" isBusy={isBusy} className={styles.submit}>
            {button.text}
          </Button>
        </>
      )}
    </Form>
  );
}
