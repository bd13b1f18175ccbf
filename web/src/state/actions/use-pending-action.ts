import type { Action } from '@snug/client';
import { useSyncExternalStore } from 'react';
import { useChat } from '../chat-context.ts';

/** The action with this key that the log does not show yet. */
export function usePendingAction(key: string): Action | undefined {
  const { actions } = useChat();
  return useSyncExternalStore(actions.pending.subscribe, () => actions.find(key));
}
