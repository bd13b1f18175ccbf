import { type Chat, Store } from '@snug/client';
import type { CommandOutput } from '@snug/protocol';
import { useCallback, useEffect } from 'react';
import { useChat } from './chat-context.ts';
import { ReadOrder } from './read-order.ts';
import { useStore } from './use-store.ts';

export type Workspace = CommandOutput<'get_workspace'>;

interface KnownWorkspace {
  store: Store<Workspace | undefined>;
  order: ReadOrder;
}

const known = new WeakMap<Chat, KnownWorkspace>();

/** The reader's rights on this server; undefined until they are known. Reads them again when a component mounts or the client connects. */
export function useWorkspace(): [Workspace | undefined, reload: () => void] {
  const chat = useChat();
  const load = useCallback(() => loadWorkspace(chat), [chat]);
  useEffect(load, [load]);
  return [useStore(getWorkspace(chat)), load];
}

/** Whether the reader may create open rooms or bots, or invite guests; true until it is known. */
export function useCanCreate(what: 'openRooms' | 'bots' | 'guests'): boolean {
  const [workspace] = useWorkspace();
  const settings = useStore(useChat().workspace.settings);
  return settings?.[what] !== 'admins' || workspace?.admin === true;
}

/** Unless they are known. */
export function prefetchWorkspace(chat: Chat): void {
  if (getWorkspace(chat).get() === undefined) loadWorkspace(chat);
}

/** Without a connection, the known rights remain. */
function loadWorkspace(chat: Chat): void {
  const { store, order } = getKnown(chat);
  if (chat.connection.state.get().status !== 'connected') return;
  const isInOrder = order.begin();
  chat.connection.command('get_workspace', {}).then(
    workspace => {
      if (workspace.settings) chat.workspace.put(workspace.settings);
      if (isInOrder()) store.set(workspace);
    },
    () => {
      // The next connection reads them.
    },
  );
}

/** Undefined until they are known. */
export function getWorkspace(chat: Chat): Store<Workspace | undefined> {
  return getKnown(chat).store;
}

function getKnown(chat: Chat): KnownWorkspace {
  const existing = known.get(chat);
  if (existing) return existing;
  const created = { store: new Store<Workspace | undefined>(undefined), order: new ReadOrder() };
  known.set(chat, created);
  chat.connection.state.subscribe(() => loadWorkspace(chat));
  chat.connection.events.subscribe(({ type }) => type === 'resync' && loadWorkspace(chat));
  return created;
}
