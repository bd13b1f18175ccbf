import type { ListedRoom } from '@snug/protocol';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';

/** Without those of blocked people. */
export function useRequests(): readonly ListedRoom[] {
  const { roomList, blocks } = useChat();
  const blocked = useStore(blocks);
  return useStore(roomList.requests).filter(({ lastMessage }) => !blocked.has(lastMessage?.author.uid ?? ''));
}
