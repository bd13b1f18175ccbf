import { lazyStrings } from '../strings/lazy-strings.ts';
import { showSuccess } from '../ui/feedback/toast.ts';
import { Button } from '../ui/form/button.tsx';
import { Form, type Problems } from '../ui/form/form.tsx';
import { AccountDialog, type AccountDialogProps } from './account-dialog.tsx';
import styles from './account-form.module.css';
import { Confirmation } from './confirmation.tsx';
import { checkCurrentPassword } from './current-password.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { needsOtherProof } from './proof-problem.ts';
import { AccountError } from './sign-in/accounts.ts';
import { checkEmail } from './sign-in/credentials.ts';
import { EmailField } from './sign-in/email-field.tsx';
import { requestFromAccount } from './sign-in/post-account.ts';
import { reloadAccount } from './use-account.ts';

type Field = 'email' | 'password';

export function EmailDialog(props: AccountDialogProps) {
  const { change, add } = lazyStrings.email;
  const { email, isVerified } = props.account;
  return (
    <AccountDialog {...props} title={email === undefined ? add : change}>
      {isVerified === false && email !== undefined && <Confirmation email={email} />}
      <EmailForm {...props} />
    </AccountDialog>
  );
}

function EmailForm({ account, onOpenChange }: AccountDialogProps) {
  const { change, add, changed, sent } = lazyStrings.email;
  const { hasPassword } = account;

  async function submit({ email, password }: Record<Field, string>) {
    try {
      const body = { email, ...(hasPassword && { password }) };
      const { isSent } = await requestFromAccount<{ isSent: boolean }>('account/email', body);
      showSuccess(isSent ? sent(email) : changed);
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      return needsOtherProof(error) ? {} : toProblems(error, hasPassword);
    }
    reloadAccount();
    onOpenChange(false);
    return undefined;
  }

  return (
    <Form
      fields={hasPassword ? ['email', 'password'] : ['email']}
      className={styles.form}
      validate={values => check(values, hasPassword)}
      onSubmit={submit}
    >
      {({ problems, isBusy }) => (
        <>
          <EmailField label={lazyStrings.email.new} autoComplete="email" problem={problems.email} />
          {hasPassword && <CurrentPasswordField problem={problems.password} />}
          <Button variant="main" type="submit" isBusy={isBusy} className={styles.submit}>
            {account.email === undefined ? add : change}
          </Button>
        </>
      )}
    </Form>
  );
}

function check({ email, password }: Record<Field, string>, hasPassword: boolean): Problems<Field> {
  return { ...checkEmail(email), ...checkCurrentPassword(password, hasPassword) };
}

/** An error without a field shows at the last one. */
function toProblems({ code, message }: AccountError, hasPassword: boolean): Problems<Field> {
  if (code === 'id_taken') return { email: lazyStrings.email.taken };
  if (code === 'invalid_input') return { email: lazyStrings.email.invalid };
  if (code === 'forbidden') return { password: lazyStrings.password.wrong };
  return { [hasPassword ? 'password' : 'email']: message };
}
