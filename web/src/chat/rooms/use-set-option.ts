import type { RoomOptionsChange } from '@snug/client';
import { whenStored } from '@snug/client/outbox/when-stored.ts';
import { useChat } from '../../state/chat-context.ts';

/** Shows the change at once, also without a connection. Resolves to whether the server has stored it. */
export function useSetOption(roomId: string): (change: RoomOptionsChange) => Promise<boolean> {
  const { actions, newId } = useChat();
  return async change => {
    const id = newId();
    const key = `options:${roomId}:${Object.keys(change).join()}`;
    void actions.enqueue({ id, key, roomId, command: 'set_room_options', input: { roomId, ...change } });
    return (await whenStored(actions, id)) !== undefined;
  };
}
