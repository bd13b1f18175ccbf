import { useEffect, useState, useSyncExternalStore } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { getFollowedConversations } from './followed-conversations.ts';

/** Undefined until known. The last value stays while a new connection reads it again. */
export function useIsFollowed(roomId: string, rootId: string): boolean | undefined {
  const followed = getFollowedConversations(useChat());
  useEffect(() => followed.watch(roomId, rootId), [followed, roomId, rootId]);
  const known = useSyncExternalStore(followed.subscribe, () => followed.isFollowed(roomId, rootId));
  const [last, setLast] = useState(known);
  if (known !== undefined && known !== last) setLast(known);
  return known ?? last;
}
