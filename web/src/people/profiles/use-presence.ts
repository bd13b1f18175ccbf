import type { Presence } from '@snug/protocol';
import { useEffect } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';

export function usePresence(uid: string): Presence | undefined {
  const { people } = useChat();
  useEffect(() => people.watch(uid), [people, uid]);
  return useStore(people.getPresence(uid));
}
