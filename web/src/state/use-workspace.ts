import { type Chat, Store } from '@snug/client';
import type { CommandOutput } from '@snug/protocol';
import { useCallback, useEffect } from 'react';
import { useChat } from './chat-context.ts';
import { useStore } from './use-store.ts';

export type Workspace = CommandOutput<'get_workspace'>;

const stores = new WeakMap<Chat, Store<Workspace | undefined>>();

/** The reader's rights on this server; undefined until they are known. Reads them again when a component mounts or the client connects. */
export function useWorkspace(): [Workspace | undefined, reload: () => void] {
  const chat = useChat();
  const store = getStore(chat);
  const load = useCallback(() => loadWorkspace(chat), [chat]);
  useEffect(load, [load]);
  return [useStore(store), load];
}

/** Whether the reader may create open rooms or bots, or invite guests; true until it is known. */
export function useCanCreate(what: 'openRooms' | 'bots' | 'guests'): boolean {
  const [workspace] = useWorkspace();
  const settings = useStore(useChat().workspace.settings);
  return settings?.[what] !== 'admins' || workspace?.admin === true;
}

/** Unless they are known. */
export function prefetchWorkspace(chat: Chat): void {
  if (getStore(chat).get() === undefined) loadWorkspace(chat);
}

/** Without a connection, the known rights remain. */
function loadWorkspace(chat: Chat): void {
  const store = getStore(chat);
  if (chat.connection.state.get().status !== 'connected') return;
  chat.connection.command('get_workspace', {}).then(
    workspace => {
      if (workspace.settings) chat.workspace.put(workspace.settings);
      store.set(workspace);
    },
    () => {
      // The next connection reads them.
    },
  );
}

function getStore(chat: Chat): Store<Workspace | undefined> {
  const known = stores.get(chat);
  if (known) return known;
  const store = new Store<Workspace | undefined>(undefined);
  stores.set(chat, store);
  chat.connection.state.subscribe(() => loadWorkspace(chat));
  chat.connection.events.subscribe(({ type }) => type === 'resync' && loadWorkspace(chat));
  return store;
}
