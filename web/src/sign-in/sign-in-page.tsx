import { lazy, Suspense, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { useTitle } from '../ui/use-title.ts';
import type { Mode } from './credentials.ts';
import { CredentialsForm } from './credentials-form.tsx';
import styles from './sign-in-page.module.css';

const DemoSignIn = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('./demo-sign-in.tsx')).DemoSignIn }))
  : undefined;

const WORDS = {
  'sign-in': { heading: 'Sign in to Snug', question: 'New here?', other: 'Create an account' },
  'sign-up': {
    heading: 'Create your account',
    question: 'Been here before?',
    other: 'Use an account you have',
  },
};

export function SignInPage() {
  const [mode, setMode] = useState<Mode>('sign-in');
  const { heading, question, other } = WORDS[mode];
  useTitle(heading);
  return (
    <main className={styles.page}>
      <div className={styles.door}>
        <Mark size={52} />
        <h1 className={styles.heading}>{heading}</h1>
        <p className={styles.words}>A small, warm room for your people.</p>
        <CredentialsForm key={mode} mode={mode} />
        <p className={styles.other}>
          {question}
          <Button look="plain" onClick={() => setMode(mode === 'sign-in' ? 'sign-up' : 'sign-in')}>
            {other}
          </Button>
        </p>
      </div>
      {DemoSignIn && (
        <Suspense>
          <DemoSignIn />
        </Suspense>
      )}
    </main>
  );
}
