import { MAX_EMAIL_LENGTH } from '@snug/protocol';
import { useState } from 'react';
import { AccountError } from '../sign-in/accounts.ts';
import { findEmailProblem } from '../sign-in/credentials.ts';
import form from '../sign-in/credentials-form.module.css';
import { postAccount } from '../sign-in/post-account.ts';
import { SignInDoor } from '../sign-in/sign-in-door.tsx';
import page from '../sign-in/sign-in-page.module.css';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { Button } from '../ui/form/button.tsx';
import { Form, type Problems } from '../ui/form/form.tsx';
import { TextField } from '../ui/form/text-field.tsx';

type Field = 'email';

const { recovery } = lazyStrings;

export function ForgottenPage({ onBack }: { onBack: () => void }) {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <SignInDoor
      heading={sentTo === undefined ? recovery.forgottenTitle : recovery.sentTitle}
      words={sentTo === undefined ? recovery.forgottenDescription : recovery.sentDescription(sentTo)}
    >
      {sentTo === undefined && <ForgottenForm onSent={setSentTo} />}
      <Button variant="plain" className={page.forgotten} onClick={onBack}>
        {recovery.back}
      </Button>
    </SignInDoor>
  );
}

function ForgottenForm({ onSent }: { onSent: (email: string) => void }) {
  async function submit({ email }: Record<Field, string>): Promise<Problems<Field> | undefined> {
    try {
      await postAccount('account/forgotten', { email });
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      return { email: error.code === 'invalid_input' ? lazyStrings.email.invalid : error.message };
    }
    onSent(email);
    return undefined;
  }

  return (
    <Form fields={['email']} className={form.form} validate={check} onSubmit={submit}>
      {({ problems, isBusy }) => (
        <>
          <TextField
            label={lazyStrings.email.label}
            name="email"
            type="email"
            autoComplete="username"
            maxLength={MAX_EMAIL_LENGTH}
            problem={problems.email}
          />
          <Button variant="main" type="submit" isBusy={isBusy} className={form.submit}>
            {recovery.send}
          </Button>
        </>
      )}
    </Form>
  );
}

function check({ email }: Record<Field, string>): Problems<Field> {
  const problem = findEmailProblem(email);
  return problem === undefined ? {} : { email: problem };
}
