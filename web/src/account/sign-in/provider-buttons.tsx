import type { ProviderId, SignInOptions } from '@snug/protocol';
import { useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showInfo } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { PasskeySignIn } from '../passkeys/passkey-sign-in.tsx';
import { providerErrorText } from '../providers/provider-error-text.ts';
import { ProviderLogo } from '../providers/provider-logo.tsx';
import { AccountError } from './accounts.ts';
import { fetchProviderUrl } from './post-account.ts';
import { getPostSignInPath } from './post-sign-in-path.ts';
import styles from './provider-buttons.module.css';
import { getProviderErrorPath } from './provider-return.ts';

interface ProviderButtonsProps extends Pick<SignInOptions, 'providers'> {
  hasPasskeys?: boolean;
  /** Of a sign-in with the claim link of this browser: the page for its errors. */
  claimPath?: string;
}

/** All ways to sign in besides a password. */
export function ProviderButtons({ providers, hasPasskeys, claimPath }: ProviderButtonsProps) {
  const [busy, setBusy] = useState<ProviderId>();
  if (providers.length === 0 && !hasPasskeys) return null;

  async function goToProvider(id: ProviderId, name: string): Promise<void> {
    setBusy(id);
    try {
      const request = claimPath
        ? { done: '/', error: `${claimPath}?provider=${id}`, claim: true as const }
        : { done: getPostSignInPath(), error: getProviderErrorPath(id) };
      location.assign(await fetchProviderUrl('sign-in/social', id, request));
    } catch (error) {
      setBusy(undefined);
      if (!(error instanceof AccountError)) throw error;
      showInfo(providerErrorText(error.code, name));
    }
  }

  return (
    <>
      <p className={styles.or}>{lazyStrings.signIn.or}</p>
      <div className={styles.providers}>
        {hasPasskeys && <PasskeySignIn className={styles.provider} />}
        {providers.map(({ id, name }) => (
          <Button
            key={id}
            className={styles.provider}
            isBusy={busy === id}
            onClick={() => void goToProvider(id, name)}
          >
            <ProviderLogo id={id} />
            <span className={styles.name}>{lazyStrings.signIn.continueWith(name)}</span>
          </Button>
        ))}
      </div>
    </>
  );
}
