import { PROVIDER_IDS, PROVIDER_NAMES, type ProviderId, type SignInOptions } from '@snug/protocol';
import { useCallback, useEffect, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { openLinkChannel } from '../linking/channel.ts';
import { loadSignInOptions } from '../providers/sign-in-options.ts';

export interface ProviderAccount {
  id: ProviderId;
  name: string;
  /** Undefined: not known yet. */
  isLinked: boolean | undefined;
}

/** The providers that can be linked or are, kept up to date while pages of this browser change them. */
export function useLinkedAccounts(): ProviderAccount[] {
  const chat = useChat();
  const isConnected = useStore(chat.connection.state).status === 'connected';
  const [offered, setOffered] = useState<SignInOptions['providers']>([]);
  const [linked, setLinked] = useState<ProviderId[]>();
  const refresh = useCallback(() => {
    // Without a connection it stays as it is; with the next one it is asked again.
    chat.listAccounts().then(setLinked, () => {});
  }, [chat]);

  useEffect(() => {
    void loadSignInOptions().then(({ providers }) => setOffered(providers));
  }, []);
  useEffect(() => {
    if (isConnected) refresh();
  }, [isConnected, refresh]);
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
