import type { ReadState } from '@snug/protocol';
import { useChat } from '../../state/chat-context.ts';
import { useSelected, useStore } from '../../state/use-store.ts';

/** Undefined in a room that is not one's own. */
export function useReadState(roomId: string): ReadState | undefined {
  return useSelected(useChat().cursors.states, states => states.get(roomId));
}

/** Without muted rooms. `personal`: mentions, replies and direct messages. */
export function useUnreadTotals(): { unread: number; personal: number } {
  const { cursors, memberships, roomList } = useChat();
  const states = useStore(cursors.states);
  const options = useStore(memberships.options);
  let [unread, personal] = [0, 0];
  for (const [roomId, state] of states) {
    const isDirect = roomList.getRow(roomId)?.kind === 'direct';
    if (options.get(roomId)?.muted) personal += state.mentions ?? 0;
    else {
      unread += state.unread;
      personal += isDirect ? state.unread : (state.mentions ?? 0);
    }
  }
  return { unread, personal };
}
