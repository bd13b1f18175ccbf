import { useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Button } from '../../ui/form/button.tsx';
import { Form, type Problems } from '../../ui/form/form.tsx';
import { AccountError } from '../sign-in/accounts.ts';
import { checkEmail } from '../sign-in/credentials.ts';
import form from '../sign-in/credentials-form.module.css';
import { EmailField } from '../sign-in/email-field.tsx';
import { postAccount } from '../sign-in/post-account.ts';
import { SignInLayout } from '../sign-in/sign-in-layout.tsx';
import page from '../sign-in/sign-in-page.module.css';

type Field = 'email';

const { recovery } = lazyStrings;

export function ForgottenPage({ onBack }: { onBack: () => void }) {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <SignInLayout
      heading={sentTo === undefined ? recovery.forgottenTitle : recovery.sentTitle}
      words={sentTo === undefined ? recovery.forgottenDescription : recovery.sentDescription(sentTo)}
    >
      {sentTo === undefined && <ForgottenForm onSent={setSentTo} />}
      <Button variant="plain" className={page.forgotten} onClick={onBack}>
        {recovery.back}
      </Button>
    </SignInLayout>
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
    <Form
      fields={['email']}
      className={form.form}
      validate={({ email }) => checkEmail(email)}
      onSubmit={submit}
    >
      {({ problems, isBusy }) => (
        <>
          <EmailField label={lazyStrings.email.label} autoComplete="username" problem={problems.email} />
          <Button variant="main" type="submit" isBusy={isBusy} className={form.submit}>
            {recovery.send}
          </Button>
        </>
      )}
    </Form>
  );
}
