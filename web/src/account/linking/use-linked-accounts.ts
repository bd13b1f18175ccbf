import type { Chat } from '@snug/client';
import { PROVIDER_IDS, PROVIDER_NAMES, type ProviderId, type SignInOptions } from '@snug/protocol';
import { useCallback, useEffect, useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useLatestRead } from '../../state/use-latest-read.ts';
import { loadSignInOptions } from '../providers/sign-in-options.ts';
import { openLinkChannel } from './channel.ts';

export interface ProviderAccount {
  id: ProviderId;
  name: string;
  isLinked: boolean | undefined;
}

export async function listLinked({ connection }: Chat): Promise<ProviderId[]> {
  const { accounts } = await connection.command('list_accounts', {});
  return accounts.map(({ provider }) => provider);
}

/** The providers that are linked or can be. Updates when any page of this browser changes them. */
export function useLinkedAccounts(): ProviderAccount[] {
  const chat = useChat();
  const [offered, setOffered] = useState<SignInOptions['providers']>([]);
  const [linked, refresh] = useLatestRead(useCallback(() => listLinked(chat), [chat]));

  useEffect(() => {
    void loadSignInOptions().then(({ providers }) => setOffered(providers));
  }, []);
  useEffect(() => {
    const channel = openLinkChannel(({ type }) => {
      if (type === 'ended' || type === 'changed') refresh();
    });
    return () => channel.close();
  }, [refresh]);

  return PROVIDER_IDS.flatMap(id => {
    const provider = offered.find(provider => provider.id === id);
    const isLinked = linked?.includes(id);
    return provider || isLinked ? { id, name: provider?.name ?? PROVIDER_NAMES[id], isLinked } : [];
  });
}
