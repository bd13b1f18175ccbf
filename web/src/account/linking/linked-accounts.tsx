import { WRONG_PASSWORD } from '@snug/protocol';
import { useId, useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { classNames } from '../../ui/class-names.ts';
import { DialogTrigger } from '../../ui/dialog/dialog-trigger.tsx';
import { Button } from '../../ui/form/button.tsx';
import type { Problems } from '../../ui/form/form.tsx';
import { toPasswordProblem } from '../current-password.ts';
import { needsOtherProof } from '../proof-problem.ts';
import { ProviderLogo } from '../providers/provider-logo.tsx';
import type { AccountError } from '../sign-in/accounts.ts';
import { type AccountDetails, useAccount } from '../use-account.ts';
import { disconnectProvider } from './disconnect-provider.ts';
import { openLinkWindow } from './link-window.ts';
import styles from './linked-accounts.module.css';
import { ProviderDialog } from './provider-dialog.tsx';
import { type ProviderAccount, useLinkedAccounts } from './use-linked-accounts.ts';

const { providers: texts } = lazyStrings;

export function LinkedAccounts() {
  const accounts = useLinkedAccounts();
  const details = useAccount();
  const heading = useId();
  if (accounts.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={styles.heading}>
        {texts.linked}
      </h3>
      <ul className={styles.accounts}>
        {accounts.map(account => (
          <LinkedAccount key={account.id} provider={account} account={details} />
        ))}
      </ul>
    </section>
  );
}

interface LinkedAccountProps {
  provider: ProviderAccount;
  /** Undefined while unknown. */
  account: AccountDetails | undefined;
}

function LinkedAccount({ provider, account }: LinkedAccountProps) {
  const { id, name, isLinked } = provider;
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { link, disconnect } = useProviderChanges(provider);
  const change = isLinked ? disconnect : link;

  /** Without a password, a new session is enough. */
  async function start(): Promise<void> {
    if (account?.hasPassword || !account?.isFresh) return setAsking(true);
    setBusy(true);
    await change().finally(() => setBusy(false));
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
      <DialogTrigger isOpen={isAsking} onOpen={() => void start()}>
        <Button
          variant={isLinked ? 'plain' : 'quiet'}
          className={isLinked ? styles.disconnect : styles.link}
          isBusy={isBusy}
          aria-label={isLinked ? texts.disconnectFrom(name) : undefined}
        >
          {!isLinked && <ProviderLogo id={id} />}
          <span className={styles.name}>{isLinked ? texts.disconnect : texts.linkTo(name)}</span>
        </Button>
      </DialogTrigger>
      {account && (
        <ProviderDialog
          {...describe(provider)}
          account={account}
          isOpen={isAsking}
          onOpenChange={setAsking}
          onSubmit={change}
        />
      )}
    </li>
  );
}

function describe({ name, isLinked }: ProviderAccount) {
  return isLinked
    ? {
        title: texts.disconnectFrom(name),
        words: texts.disconnecting(name),
        button: { text: texts.disconnect, variant: 'danger' as const },
      }
    : {
        title: texts.linkTo(name),
        words: texts.linking(name),
        button: { text: texts.continueTo(name), variant: 'main' as const },
      };
}

/** Each resolves to the problem of the password, if it has one. */
function useProviderChanges({ id, name }: ProviderAccount) {
  const chat = useChat();

  async function link(password?: string): Promise<Problems<'password'> | undefined> {
    const error = await openLinkWindow(chat, { id, name }, password);
    if (!error) return undefined;
    return needsOtherProof(error) ? {} : toPasswordProblem(toText(error), password !== undefined);
  }

  const disconnect = (password?: string) => disconnectProvider(chat, { id, name }, password);
  return { link, disconnect };
}

function toText({ message }: AccountError): string {
  return message === WRONG_PASSWORD ? lazyStrings.password.wrong : message;
}
