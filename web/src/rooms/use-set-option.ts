import type { RoomOptionsChange } from '@snug/client';
import { useChat } from '../chat/chat-context.ts';

/** Shows the change at once, also without a connection. */
export function useSetOption(roomId: string): (change: RoomOptionsChange) => void {
  const { actions } = useChat();
  return change => {
    const key = `options:${roomId}:${Object.keys(change).join()}`;
    void actions.enqueue({ key, roomId, command: 'set_room_options', input: { roomId, ...change } });
  };
}
