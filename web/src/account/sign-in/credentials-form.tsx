import { MAX_NAME_LENGTH } from '@snug/protocol';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Button } from '../../ui/form/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { AccountError } from './accounts.ts';
import { type Credentials, checkCredentials, type Mode, toProblems } from './credentials.ts';
import styles from './credentials-form.module.css';
import { TOO_SHORT } from './password-rules.ts';
import { signIn, signUp } from './sign-in.ts';

const FIELDS = ['name', 'email', 'password'] as const;

export function CredentialsForm({ mode, hasMail }: { mode: Mode; hasMail: boolean }) {
  const isNew = mode === 'sign-up';

  async function send({ name, email, password }: Credentials) {
    try {
      await (isNew ? signUp(name, email, password) : signIn(email, password));
      return undefined;
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      return toProblems(error, hasMail);
    }
  }

  return (
    <Form
      fields={FIELDS}
      className={styles.form}
      validate={values => checkCredentials(mode, values)}
      onSubmit={send}
    >
      {({ problems, isBusy }) => (
        <>
          {isNew && (
            <TextField
              label={lazyStrings.signIn.name}
              name="name"
              autoComplete="name"
              maxLength={MAX_NAME_LENGTH}
              problem={problems.name}
            />
          )}
          <TextField
            label={lazyStrings.email.label}
            name="email"
            type="email"
            autoComplete={isNew ? 'email' : 'username webauthn'}
            problem={problems.email}
          />
          <PasswordField
            label={lazyStrings.signIn.password}
            name="password"
            autoComplete={isNew ? 'new-password' : 'current-password'}
            hint={isNew ? TOO_SHORT : undefined}
            problem={problems.password}
          />
          <Button variant="main" type="submit" isBusy={isBusy} className={styles.submit}>
            {isNew ? lazyStrings.signIn.signUp : lazyStrings.signIn.signIn}
          </Button>
        </>
      )}
    </Form>
  );
}
