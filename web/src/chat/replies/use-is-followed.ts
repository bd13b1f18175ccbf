import { toKey } from '@snug/client/conversations/followed-conversations.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { getFollowedConversations } from './followed-conversations.ts';

/** Undefined until known. */
export function useIsFollowed(roomId: string, rootId: string): boolean | undefined {
  const followed = getFollowedConversations(useChat());
  const isKnown = useStore(followed.marks).has(toKey(roomId, rootId));
  useEffect(() => {
    if (isKnown) return undefined;
    const ask = () => void followed.request(roomId, [rootId]);
    ask();
    // An answer from before a change is no answer.
    return followed.version.subscribe(ask);
  }, [followed, roomId, rootId, isKnown]);
  return useSyncExternalStore(followed.subscribe, () => followed.isFollowed(roomId, rootId));
}
