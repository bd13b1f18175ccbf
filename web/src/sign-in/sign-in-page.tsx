import { lazy, Suspense, use, useState } from 'react';
import { loadSignInOptions } from '../providers/sign-in-options.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { useTitle } from '../ui/browser/use-title.ts';
import { Logo } from '../ui/feedback/logo.tsx';
import { Button } from '../ui/form/button.tsx';
import type { Mode } from './credentials.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { getPostSignInPath } from './post-sign-in-path.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { useProviderReturn } from './provider-return.ts';
import { hasSignedInBefore } from './remembered-account.ts';
import styles from './sign-in-page.module.css';

const DemoSignIn = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('./demo-sign-in.tsx')).DemoSignIn }))
  : undefined;

const { signIn } = lazyStrings;
const MODE_STRINGS = {
  'sign-in': { heading: signIn.heading, question: signIn.isNew, other: signIn.toSignUp },
  'sign-up': { heading: signIn.newHeading, question: signIn.isKnown, other: signIn.toSignIn },
};

// Requested while the page loads, so that it appears at once with all its buttons.
const optionsPromise = loadSignInOptions();

export function SignInPage() {
  const options = use(optionsPromise);
  const [isInvited] = useState(
    () => getPostSignInPath().startsWith('/chat/') && options.signUp === 'open' && !hasSignedInBefore(),
  );
  const [mode, setMode] = useState<Mode>(isInvited ? 'sign-up' : 'sign-in');
  const { heading, question, other } = MODE_STRINGS[mode];
  useTitle(heading);
  useProviderReturn(options);
  return (
    <main className={styles.page}>
      <div className={styles.door}>
        <Logo size={52} />
        <h1 className={styles.heading}>{heading}</h1>
        <p className={styles.words}>{isInvited ? signIn.invited : signIn.description}</p>
        <CredentialsForm key={mode} mode={mode} />
        <ProviderButtons providers={options.providers} />
        {options.signUp === 'open' && (
          <p className={styles.other}>
            {question}
            <Button variant="plain" onClick={() => setMode(mode === 'sign-in' ? 'sign-up' : 'sign-in')}>
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
