import { useSyncExternalStore } from 'react';
import { useChat } from '../../state/chat-context.ts';

/** Whether the reader has blocked the person. */
export function useIsBlocked(uid: string): boolean {
  const { blocks } = useChat();
  return useSyncExternalStore(blocks.subscribe, () => blocks.get().has(uid));
}
