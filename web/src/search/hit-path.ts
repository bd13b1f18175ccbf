import type { Message } from '@snug/protocol';
import { conversationPath } from '../chat/replies/conversation/conversation-path.ts';
import { messagePath } from '../state/room-path.ts';

/** A reply opens in its conversation. */
export function hitPath({ roomId, id, rootId }: Pick<Message, 'roomId' | 'id' | 'rootId'>): string {
  if (rootId === undefined) return messagePath(roomId, id);
  return `${conversationPath(roomId, rootId)}&at=${encodeURIComponent(id)}`;
}
