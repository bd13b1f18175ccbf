import { useLayoutEffect, useRef, useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { navigate } from '../../ui/browser/location.ts';
import { showInfo } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { Form, type Problems } from '../../ui/form/form.tsx';
import { AccountError } from '../sign-in/accounts.ts';
import form from '../sign-in/credentials-form.module.css';
import { postAccount } from '../sign-in/post-account.ts';
import { getPostSignInPath, toOwnPath } from '../sign-in/post-sign-in-path.ts';
import { SignInLayout } from '../sign-in/sign-in-layout.tsx';
import { CodeField, checkCode, toCodeProblems } from './code-field.tsx';
import styles from './code-page.module.css';

const { twoStep: texts } = lazyStrings;

/** The second step of a sign-in. */
export function CodePage() {
  const [isRecovery, setRecovery] = useState(false);
  // A sign-in with a provider reloads the page, so it brings the path in the address.
  const [wanted] = useState(() =>
    toOwnPath(new URLSearchParams(location.search).get('wanted') ?? getPostSignInPath()),
  );

  function leave(): void {
    navigate('/signin', { replace: true, state: { wanted } });
  }

  async function cancel(): Promise<void> {
    // Without it, the pending sign-in ends by itself.
    await postAccount('account/sign-in-code/cancel', {}).catch(() => {});
    leave();
  }

  async function submit({ code }: Record<'code', string>): Promise<Problems<'code'> | undefined> {
    try {
      await postAccount('account/sign-in-code', { code });
    } catch (error) {
      if (!(error instanceof AccountError) || error.code !== 'not_found') return toCodeProblems(error);
      showInfo(texts.tooLate);
      leave();
      return undefined;
    }
    // Loads anew: this browser may have had another session.
    location.replace(wanted);
    return undefined;
  }

  return (
    <SignInLayout
      heading={isRecovery ? texts.recoveryTitle : texts.title}
      words={isRecovery ? texts.recoveryDescription : texts.description}
    >
      <CodeForm key={String(isRecovery)} isRecovery={isRecovery} onSubmit={submit} />
      <div className={styles.others}>
        <Button variant="plain" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? texts.appInstead : texts.recoveryInstead}
        </Button>
        <Button variant="plain" onClick={() => void cancel()}>
          {texts.back}
        </Button>
      </div>
    </SignInLayout>
  );
}

interface CodeFormProps {
  isRecovery: boolean;
  onSubmit: (values: Record<'code', string>) => Promise<Problems<'code'> | undefined>;
}

function CodeForm({ isRecovery, onSubmit }: CodeFormProps) {
  const field = useRef<HTMLInputElement>(null);
  // Nothing else is to do here.
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <Form fields={['code']} className={form.form} validate={checkCode} onSubmit={onSubmit}>
      {({ problems, isBusy }) => (
        <>
          <CodeField
            ref={field}
            label={isRecovery ? texts.recoveryCode : texts.code}
            kind={isRecovery ? 'any' : 'app'}
            problem={problems.code}
          />
          <Button variant="main" type="submit" isBusy={isBusy} className={form.submit}>
            {texts.signIn}
          </Button>
        </>
      )}
    </Form>
  );
}
