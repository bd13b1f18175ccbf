import { type Chat, Store } from '@snug/client';
import type { CommandOutput } from '@snug/protocol';
import { useCallback, useEffect } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';

export type Workspace = CommandOutput<'get_workspace'>;

const NO_RIGHTS: Workspace = { admin: false, hasAdmin: false };

const stores = new WeakMap<Chat, Store<Workspace | undefined>>();

/** The reader's rights on this server; undefined until they are known. Reads them again when a component mounts. */
export function useWorkspace(): [Workspace | undefined, reload: () => void] {
  const chat = useChat();
  const store = getStore(chat);
  const load = useCallback(() => loadWorkspace(chat), [chat]);
  useEffect(load, [load]);
  return [useStore(store), load];
}

/** Unless they are known. */
export function prefetchWorkspace(chat: Chat): void {
  if (!getStore(chat).get()?.hasAdmin) loadWorkspace(chat);
}

/** Without a connection, the known rights remain. */
function loadWorkspace(chat: Chat): void {
  const store = getStore(chat);
  chat.connection.command('get_workspace', {}).then(
    rights => store.set(rights),
    () => store.set(store.get() ?? NO_RIGHTS),
  );
}

function getStore(chat: Chat): Store<Workspace | undefined> {
  let store = stores.get(chat);
  if (!store) {
    store = new Store<Workspace | undefined>(undefined);
    stores.set(chat, store);
  }
  return store;
}
