import { useEffect, useState, useSyncExternalStore } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { getFollowedConversations } from './followed-conversations.ts';

/** Undefined until known, and unless `isWanted`. The last value stays while a new connection reads it again. */
export function useIsFollowed(roomId: string, rootId: string, isWanted = true): boolean | undefined {
  const followed = getFollowedConversations(useChat());
  useEffect(
    () => (isWanted ? followed.watch(roomId, rootId) : undefined),
    [followed, roomId, rootId, isWanted],
  );
  const known = useSyncExternalStore(followed.subscribe, () => followed.isFollowed(roomId, rootId));
  const [last, setLast] = useState(known);
  if (known !== undefined && known !== last) setLast(known);
  return known ?? last;
}
