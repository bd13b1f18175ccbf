import { lazy, Suspense, use, useState } from 'react';
import { signInOptions } from '../providers/sign-in-options.ts';
import { lateWords } from '../strings/lazy-strings.ts';
import { useTitle } from '../ui/browser/use-title.ts';
import { Mark } from '../ui/feedback/logo.tsx';
import { Button } from '../ui/form/button.tsx';
import type { Mode } from './credentials.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { wantedPath } from './post-sign-in-path.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { useProviderReturn } from './provider-return.ts';
import { isKnown } from './remembered-account.ts';
import styles from './sign-in-page.module.css';

const DemoSignIn = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('./demo-sign-in.tsx')).DemoSignIn }))
  : undefined;

const { signIn } = lateWords;
const WORDS = {
  'sign-in': { heading: signIn.heading, question: signIn.isNew, other: signIn.toSignUp },
  'sign-up': { heading: signIn.newHeading, question: signIn.isKnown, other: signIn.toSignIn },
};

// Asked while the page loads, so that it shows at once with all its buttons.
const asked = signInOptions();

export function SignInPage() {
  const options = use(asked);
  const [isInvited] = useState(
    () => wantedPath().startsWith('/chat/') && options.signUp === 'open' && !isKnown(),
  );
  const [mode, setMode] = useState<Mode>(isInvited ? 'sign-up' : 'sign-in');
  const { heading, question, other } = WORDS[mode];
  useTitle(heading);
  useProviderReturn(options);
  return (
    <main className={styles.page}>
      <div className={styles.door}>
        <Mark size={52} />
        <h1 className={styles.heading}>{heading}</h1>
        <p className={styles.words}>{isInvited ? signIn.invited : signIn.words}</p>
        <CredentialsForm key={mode} mode={mode} />
        <ProviderButtons providers={options.providers} />
        {options.signUp === 'open' && (
          <p className={styles.other}>
            {question}
            <Button look="plain" onClick={() => setMode(mode === 'sign-in' ? 'sign-up' : 'sign-in')}>
              {other}
            </Button>
          </p>
        )}
      </div>
      {DemoSignIn && (
        <Suspense>
          <DemoSignIn />
        </Suspense>
      )}
    </main>
  );
}
