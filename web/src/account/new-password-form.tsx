import { lazyStrings } from '../strings/lazy-strings.ts';
import { Button } from '../ui/form/button.tsx';
import { Form, type Problems } from '../ui/form/form.tsx';
import { checkNewPassword, NewPasswordField } from './new-password-field.tsx';
import { AccountError } from './sign-in/accounts.ts';
import { checkEmail } from './sign-in/credentials.ts';
import styles from './sign-in/credentials-form.module.css';
import { EmailField } from './sign-in/email-field.tsx';
import { postAccount } from './sign-in/post-account.ts';

type Field = 'email' | 'newPassword';

interface NewPasswordFormProps {
  /** Of the link that the form uses. */
  path: 'account/recovery' | 'account/claim';
  button: string;
  /** Whether the person has no address to sign in with. */
  needsEmail: boolean;
  onDone: () => void;
  /** The link no longer works. */
  onOver: () => void;
}

export function NewPasswordForm({ path, button, needsEmail, onDone, onOver }: NewPasswordFormProps) {
  async function submit({ email, newPassword }: Record<Field, string>) {
    try {
      await postAccount(path, { newPassword, ...(needsEmail && { email }) });
      onDone();
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      if (error.code !== 'not_found') return toProblems(error);
      onOver();
    }
    return undefined;
  }

  return (
    <Form
      fields={needsEmail ? ['email', 'newPassword'] : ['newPassword']}
      className={styles.form}
      validate={values => check(values, needsEmail)}
      onSubmit={submit}
    >
      {({ problems, isBusy }) => (
        <>
          {needsEmail && (
            <EmailField
              label={lazyStrings.email.label}
              autoComplete="username"
              hint={lazyStrings.recovery.needsEmail}
              problem={problems.email}
            />
          )}
          <NewPasswordField problem={problems.newPassword} />
          <Button variant="main" type="submit" isBusy={isBusy} className={styles.submit}>
            {button}
          </Button>
        </>
      )}
    </Form>
  );
}

function check({ email, newPassword }: Record<Field, string>, needsEmail: boolean): Problems<Field> {
  return { ...(needsEmail && checkEmail(email)), ...checkNewPassword(newPassword) };
}

/** An error without a field shows at the last one. */
function toProblems({ code, message }: AccountError): Problems<Field> {
  if (code === 'id_taken') return { email: lazyStrings.email.taken };
  return { newPassword: message };
}
