import type { ProviderId, SignInOptions } from '@snug/protocol';
import { useState } from 'react';
import { wordsOfRefusal } from '../providers/provider-error-text.ts';
import { ProviderMark } from '../providers/provider-logo.tsx';
import { lateWords } from '../strings/lazy-strings.ts';
import { showInfo } from '../ui/feedback/toast.ts';
import { Button } from '../ui/form/button.tsx';
import { AccountError, providerAddress } from './accounts.ts';
import { wantedPath } from './post-sign-in-path.ts';
import styles from './provider-buttons.module.css';
import { returnPath } from './provider-return.ts';

/** The ways in that need no password, below the one that does. */
export function ProviderButtons({ providers }: Pick<SignInOptions, 'providers'>) {
  const [busy, setBusy] = useState<ProviderId>();
  if (providers.length === 0) return null;

  async function leave(id: ProviderId, name: string): Promise<void> {
    setBusy(id);
    try {
      const paths = { done: wantedPath(), error: returnPath(id) };
      location.assign(await providerAddress('sign-in/social', id, paths));
    } catch (error) {
      setBusy(undefined);
      if (!(error instanceof AccountError)) throw error;
      showInfo(wordsOfRefusal(error.code, name));
    }
  }

  return (
    <>
      <p className={styles.or}>{lateWords.signIn.or}</p>
      <div className={styles.providers}>
        {providers.map(({ id, name }) => (
          <Button
            key={id}
            className={styles.provider}
            isBusy={busy === id}
            onClick={() => void leave(id, name)}
          >
            <ProviderMark id={id} />
            <span className={styles.name}>{lateWords.signIn.continueWith(name)}</span>
          </Button>
        ))}
      </div>
    </>
  );
}
