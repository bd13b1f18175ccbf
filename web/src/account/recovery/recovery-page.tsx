import type { RecoveryState } from '@snug/protocol';
import { useEffect, useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { LoadingPage } from '../../ui/feedback/loading.tsx';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { NewPasswordForm } from '../new-password-form.tsx';
import { AccountError, readAccount } from '../sign-in/accounts.ts';
import { SignInLayout } from '../sign-in/sign-in-layout.tsx';
import { EndOfLink } from './end-of-link.tsx';

type Step =
  | { status: 'loading' }
  | { status: 'ready'; state: RecoveryState }
  | { status: 'over' }
  | { status: 'failed'; message: string }
  | { status: 'done' };

/** The page of a recovery link, whose code is in a cookie. */
export function RecoveryPage() {
  const [step, setStep] = useState<Step>({ status: 'loading' });
  useEffect(() => {
    void readStep().then(setStep);
  }, []);
  const { title, over, overDescription, done, doneDescription } = lazyStrings.recovery;
  if (step.status === 'loading') return <LoadingPage text={strings.shell.loading} />;
  if (step.status === 'failed') return <EndOfSignOut heading={title} words={step.message} />;
  if (step.status === 'over') return <EndOfSignOut heading={over} words={overDescription} />;
  if (step.status === 'done') return <EndOfSignOut heading={done} words={doneDescription} />;
  const { name, needsEmail } = step.state;
  return (
    <SignInLayout heading={title} words={lazyStrings.recovery.for(isolateBidi(name))}>
      <NewPasswordForm
        path="account/recovery"
        button={lazyStrings.recovery.set}
        needsEmail={needsEmail}
        onDone={() => setStep({ status: 'done' })}
        onOver={() => setStep({ status: 'over' })}
      />
    </SignInLayout>
  );
}

async function readStep(): Promise<Step> {
  try {
    return { status: 'ready', state: await readAccount<RecoveryState>('account/recovery') };
  } catch (error) {
    if (!(error instanceof AccountError)) throw error;
    const { code, message } = error;
    return code === 'not_found' ? { status: 'over' } : { status: 'failed', message };
  }
}

function EndOfSignOut({ heading, words }: { heading: string; words: string }) {
  return <EndOfLink heading={heading} words={words} button={lazyStrings.recovery.toSignIn} path="/signin" />;
}
