import { MAX_NAME_LENGTH } from '@snug/protocol';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useProblems } from '../ui/use-problems.ts';
import { AccountError } from './accounts.ts';
import { type CredentialField, checkCredentials, type Mode, problemsOf } from './credentials.ts';
import styles from './credentials-form.module.css';
import { signIn, signUp } from './session.ts';

export function CredentialsForm({ mode }: { mode: Mode }) {
  const form = useRef<HTMLFormElement>(null);
  const { problems, show, onInput } = useProblems<CredentialField>(form);
  const [isBusy, setBusy] = useState(false);
  const isNew = mode === 'sign-up';

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const { name, email, password } = read(event.currentTarget);
    const found = checkCredentials(mode, { name, email, password });
    show(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await (isNew ? signUp(name, email, password) : signIn(email, password));
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      show(problemsOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={event => void submit(event)}
      onInput={onInput}
    >
      {isNew && (
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          maxLength={MAX_NAME_LENGTH}
          problem={problems.name}
        />
      )}
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete={isNew ? 'email' : 'username'}
        problem={problems.email}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        problem={problems.password}
      />
      <Button look="main" type="submit" isBusy={isBusy} className={styles.submit}>
        {isNew ? 'Create account' : 'Sign in'}
      </Button>
    </form>
  );
}

function read(form: HTMLFormElement) {
  const data = new FormData(form);
  const text = (field: CredentialField) => (data.get(field) as string | null) ?? '';
  return { name: text('name').trim(), email: text('email').trim(), password: text('password') };
}
