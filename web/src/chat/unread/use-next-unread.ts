import { useChat } from '../../state/chat-context.ts';
import { roomPath } from '../../state/room-path.ts';
import { navigate } from '../../ui/browser/location.ts';
import { useShortcut } from '../../ui/keyboard/use-shortcut.ts';
import { findNextUnread, isNextUnreadKey } from './next-unread.ts';

/** Opens the next unread room of the list. */
export function useNextUnread(openRoomId: string | undefined): void {
  const { cursors, memberships, roomList } = useChat();
  useShortcut(isNextUnreadKey, () => {
    const own = (roomList.parts.get().own ?? []).map(({ id }) => id);
    const isUnread = (roomId: string) =>
      (cursors.get(roomId)?.unread ?? 0) > 0 && !memberships.options.get().get(roomId)?.muted;
    const next = findNextUnread(own, openRoomId, isUnread);
    if (next !== undefined) navigate(roomPath(next));
  });
}
