import { useState } from 'react';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { showSuccess } from '../ui/feedback/toast.ts';
import { Button } from '../ui/form/button.tsx';
import { Form, type Problems } from '../ui/form/form.tsx';
import { AccountDialog, type AccountDialogProps } from './account-dialog.tsx';
import styles from './account-form.module.css';
import { checkCurrentPassword } from './current-password.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { checkNewPassword, NewPasswordField } from './new-password-field.tsx';
import { needsOtherProof } from './proof-problem.ts';
import { AccountError } from './sign-in/accounts.ts';
import { postAccount } from './sign-in/post-account.ts';
import { reloadAccount } from './use-account.ts';
import { WaysIn } from './ways-in/ways-in.tsx';

type Field = 'password' | 'newPassword';

export function PasswordDialog(props: AccountDialogProps) {
  const { account, isOpen, onOpenChange } = props;
  const { change, set } = lazyStrings.password;
  const [isDone, setDone] = useState(false);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    // While it closes, it keeps what it shows.
    if (isOpen) setDone(false);
  }
  if (isDone) {
    return (
      <AccountDialog {...props} title={lazyStrings.waysIn.title}>
        <WaysIn replacesForm onDone={() => onOpenChange(false)} />
      </AccountDialog>
    );
  }
  return (
    <AccountDialog {...props} title={account.hasPassword ? change : set}>
      <PasswordContent {...props} onDone={() => setDone(true)} />
    </AccountDialog>
  );
}

function PasswordContent(props: Omit<PasswordFormProps, 'email'>) {
  const { email } = props.account;
  if (email !== undefined) return <PasswordForm {...props} email={email} />;
  return (
    <div className={styles.form}>
      <p className={styles.words}>{lazyStrings.password.needsEmail}</p>
    </div>
  );
}

interface PasswordFormProps extends Pick<AccountDialogProps, 'account'> {
  email: string;
  onDone: () => void;
}

function PasswordForm({ email, account: { hasPassword }, onDone }: PasswordFormProps) {
  const { change, set, changed, isSet, endsSessions } = lazyStrings.password;

  async function submit({ password, newPassword }: Record<Field, string>) {
    try {
      await postAccount('account/password', { newPassword, ...(hasPassword && { password }) });
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      return needsOtherProof(error) ? {} : toProblems(error);
    }
    showSuccess(hasPassword ? changed : isSet);
    reloadAccount();
    onDone();
    return undefined;
  }

  return (
    <Form
      fields={hasPassword ? ['password', 'newPassword'] : ['newPassword']}
      className={styles.form}
      validate={values => check(values, hasPassword)}
      onSubmit={submit}
    >
      {({ problems, isBusy }) => (
        <>
          {/* Password managers store the new password under this name. */}
          <input type="hidden" autoComplete="username" value={email} readOnly />
          {hasPassword && <CurrentPasswordField problem={problems.password} />}
          <NewPasswordField problem={problems.newPassword} />
          <p className={styles.words}>{endsSessions}</p>
          <Button variant="main" type="submit" isBusy={isBusy} className={styles.submit}>
            {hasPassword ? change : set}
          </Button>
        </>
      )}
    </Form>
  );
}

function check({ password, newPassword }: Record<Field, string>, hasPassword: boolean): Problems<Field> {
  return { ...checkCurrentPassword(password, hasPassword), ...checkNewPassword(newPassword) };
}

/** An error without a field shows at the last one. */
function toProblems({ code, message }: AccountError): Problems<Field> {
  return code === 'forbidden' ? { password: lazyStrings.password.wrong } : { newPassword: message };
}
