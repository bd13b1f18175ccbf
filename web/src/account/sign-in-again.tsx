import { useState } from 'react';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { showInfo } from '../ui/feedback/toast.ts';
import { Button } from '../ui/form/button.tsx';
import styles from './account-form.module.css';
import { useLinkedAccounts } from './linking/use-linked-accounts.ts';
import { providerErrorText } from './providers/provider-error-text.ts';
import { ProviderLogo } from './providers/provider-logo.tsx';
import { AccountError } from './sign-in/accounts.ts';
import { fetchProviderUrl } from './sign-in/post-account.ts';

/** For people without a password: the provider confirms who they are, and leads back to this page. */
export function SignInAgain() {
  const linked = useLinkedAccounts().filter(({ isLinked }) => isLinked);
  const [isBusy, setBusy] = useState(false);

  async function go({ id, name }: (typeof linked)[number]): Promise<void> {
    setBusy(true);
    // After an error, the sign-in page leads back, because this session goes on.
    try {
      location.assign(
        await fetchProviderUrl('sign-in/social', id, {
          done: location.pathname + location.search,
          error: '/signin',
        }),
      );
    } catch (error) {
      setBusy(false);
      if (!(error instanceof AccountError)) throw error;
      showInfo(providerErrorText(error.code, name));
    }
  }

  return (
    <div className={styles.again}>
      <p className={styles.words}>{lazyStrings.account.signInAgain}</p>
      {linked.map(provider => (
        <Button
          key={provider.id}
          className={styles.provider}
          isBusy={isBusy}
          onClick={() => void go(provider)}
        >
          <ProviderLogo id={provider.id} />
          {lazyStrings.signIn.continueWith(provider.name)}
        </Button>
      ))}
    </div>
  );
}
