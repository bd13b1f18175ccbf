import type { ClaimState, SignInOptions } from '@snug/protocol';
import { useEffect, useState } from 'react';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { navigate } from '../../ui/browser/location.ts';
import { LoadingPage } from '../../ui/feedback/loading.tsx';
import { showInfo } from '../../ui/feedback/toast.ts';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { NewPasswordForm } from '../new-password-form.tsx';
import { providerErrorText } from '../providers/provider-error-text.ts';
import { EndOfLink } from '../recovery/end-of-link.tsx';
import { AccountError, readAccount } from '../sign-in/accounts.ts';
import { CLAIM_PATH } from '../sign-in/link-paths.ts';
import { ProviderButtons } from '../sign-in/provider-buttons.tsx';
import { session } from '../sign-in/session.ts';
import { SignInLayout } from '../sign-in/sign-in-layout.tsx';
import styles from './claim-page.module.css';

type Step =
  | { status: 'loading' }
  | { status: 'ready'; state: ClaimState }
  | { status: 'over' }
  | { status: 'failed'; message: string };

const texts = lazyStrings.claim;
const SOURCES = new Map<string, string>(Object.entries(texts.sources));

/** The page of a claim link, whose code is in a cookie: somebody who came by an import signs in for the first time. */
export function ClaimPage({ options }: { options: SignInOptions }) {
  const [step, setStep] = useState<Step>({ status: 'loading' });
  useEffect(() => {
    showProviderError(options);
    void readStep().then(setStep);
  }, [options]);
  if (step.status === 'loading') return <LoadingPage text={strings.shell.loading} />;
  if (step.status !== 'ready') {
    const [heading, words] =
      step.status === 'over' ? [texts.over, texts.overDescription] : [texts.title, step.message];
    return (
      <EndOfLink heading={heading} words={words} button={lazyStrings.recovery.toSignIn} path="/signin" />
    );
  }
  const { email } = step.state;
  const workspace = options.name ?? 'Snug';
  return (
    <SignInLayout
      title={texts.title}
      heading={greet(step.state)}
      words={email === undefined ? texts.description(workspace) : texts.descriptionFor(workspace, email)}
    >
      <OtherAccount />
      <NewPasswordForm
        path="account/claim"
        button={texts.set}
        needsEmail={email === undefined}
        onDone={() => location.assign('/')}
        onOver={() => setStep({ status: 'over' })}
      />
      <ProviderButtons providers={options.providers} claimPath={CLAIM_PATH} />
    </SignInLayout>
  );
}

function greet({ name, source }: ClaimState): string {
  const known = source === undefined ? undefined : SOURCES.get(source);
  return known === undefined ? texts.welcome(isolateBidi(name)) : texts.welcomeFrom(isolateBidi(name), known);
}

/** For somebody who has an account in this browser already. */
function OtherAccount() {
  const current = useStore(session);
  if (current.status !== 'signed_in') return null;
  return (
    <p className={styles.note} role="note">
      {texts.separate(isolateBidi(current.account.name))}
    </p>
  );
}

/** Once: a reload shows the page without it. */
function showProviderError({ providers }: SignInOptions): void {
  const query = new URLSearchParams(location.search);
  const error = query.get('error');
  if (!error) return;
  const provider = providers.find(({ id }) => id === query.get('provider'));
  navigate(CLAIM_PATH, { replace: true });
  showInfo(providerErrorText(error, provider?.name ?? lazyStrings.signIn.someProvider));
}

async function readStep(): Promise<Step> {
  try {
    return { status: 'ready', state: await readAccount<ClaimState>('account/claim') };
  } catch (error) {
    if (!(error instanceof AccountError)) throw error;
    const { code, message } = error;
    return code === 'not_found' ? { status: 'over' } : { status: 'failed', message };
  }
}
