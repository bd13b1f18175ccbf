import type { ProviderId, SignInOptions } from '@snug/protocol';
import { useState } from 'react';
import { providerErrorText } from '../providers/provider-error-text.ts';
import { ProviderLogo } from '../providers/provider-logo.tsx';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { showInfo } from '../ui/feedback/toast.ts';
import { Button } from '../ui/form/button.tsx';
import { AccountError } from './accounts.ts';
import { fetchProviderUrl } from './post-account.ts';
import { getPostSignInPath } from './post-sign-in-path.ts';
import styles from './provider-buttons.module.css';
import { getProviderErrorPath } from './provider-return.ts';

export function ProviderButtons({ providers }: Pick<SignInOptions, 'providers'>) {
  const [busy, setBusy] = useState<ProviderId>();
  if (providers.length === 0) return null;

  async function goToProvider(id: ProviderId, name: string): Promise<void> {
    setBusy(id);
    try {
      const paths = { done: getPostSignInPath(), error: getProviderErrorPath(id) };
      location.assign(await fetchProviderUrl('sign-in/social', id, paths));
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
