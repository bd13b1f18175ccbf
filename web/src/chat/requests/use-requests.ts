import type { ListedRoom } from '@snug/protocol';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';

/** Without those of blocked people. */
export function useRequests(): readonly ListedRoom[] {
  const { roomList, blocks, memberships } = useChat();
  const blocked = useStore(blocks);
  const options = useStore(memberships.options);
  return useStore(roomList.requests).filter(({ id, kind, lastMessage }) => {
    const asker = kind === 'direct' ? lastMessage?.author : options.get(id)?.requestedBy;
    return !blocked.has(asker?.uid ?? '');
  });
}
