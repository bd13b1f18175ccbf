import { CommandError } from '@snug/protocol';
import { useId, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { openLinkChannel } from '../linking/channel.ts';
import { ProviderLogo } from '../providers/provider-logo.tsx';
import { errorText } from '../strings/error-text.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { classNames } from '../ui/class-names.ts';
import { showInfo, showSuccess } from '../ui/feedback/toast.ts';
import { Button } from '../ui/form/button.tsx';
import { openLinkWindow } from './link-window.ts';
import styles from './linked-accounts.module.css';
import { type ProviderAccount, useLinkedAccounts } from './use-linked-accounts.ts';

export function LinkedAccounts() {
  const accounts = useLinkedAccounts();
  const heading = useId();
  if (accounts.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={styles.heading}>
        {lazyStrings.providers.linked}
      </h3>
      <ul className={styles.accounts}>
        {accounts.map(account => (
          <LinkedAccount key={account.id} account={account} />
        ))}
      </ul>
    </section>
  );
}

function LinkedAccount({ account: { id, name, isLinked } }: { account: ProviderAccount }) {
  const chat = useChat();
  const [isBusy, setBusy] = useState(false);

  async function disconnect(): Promise<void> {
    setBusy(true);
    try {
      await chat.unlinkAccount(id);
      showSuccess(lazyStrings.providers.disconnected(name));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      // The server returns `forbidden` only for the last way to sign in.
      showInfo(error.code === 'forbidden' ? lazyStrings.providers.onlyWayIn(name) : errorText(error));
    } finally {
      setBusy(false);
      notifyPages();
    }
  }

  // The same element for all states, so that it keeps the focus.
  return (
    <li className={classNames(styles.account, isLinked === undefined && styles.unknown)}>
      {isLinked && (
        <span className={styles.tag}>
          <ProviderLogo id={id} size={16} />
          <span className={styles.name}>{name}</span>
        </span>
      )}
      <Button
        variant={isLinked ? 'plain' : 'quiet'}
        className={isLinked ? styles.disconnect : styles.link}
        isBusy={isBusy}
        aria-label={isLinked ? lazyStrings.providers.disconnectFrom(name) : undefined}
        onClick={() => (isLinked ? void disconnect() : openLinkWindow(chat, { id, name }))}
      >
        {!isLinked && <ProviderLogo id={id} />}
        <span className={styles.name}>
          {isLinked ? lazyStrings.providers.disconnect : lazyStrings.providers.linkTo(name)}
        </span>
      </Button>
    </li>
  );
}

/** All pages of this browser reload the list, including this one. */
function notifyPages(): void {
  const channel = openLinkChannel(() => {});
  channel.send({ type: 'changed' });
  channel.close();
}
