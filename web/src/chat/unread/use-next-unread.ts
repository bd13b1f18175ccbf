import { useChat } from '../../state/chat-context.ts';
import { roomPath } from '../../state/room-path.ts';
import { navigate } from '../../ui/browser/location.ts';
import { useShortcut } from '../../ui/keyboard/use-shortcut.ts';
import { isNextUnreadKey } from './is-next-unread-key.ts';

/** Opens the next unread room below the open one in the list, or else the first one. */
export function useNextUnread(openRoomId: string | undefined): void {
  const { cursors, memberships, roomList } = useChat();
  useShortcut(isNextUnreadKey, () => {
    const own = (roomList.parts.get().own ?? []).map(({ id }) => id);
    const from = own.indexOf(openRoomId ?? '') + 1;
    const isUnread = (roomId: string) =>
      roomId !== openRoomId &&
      (cursors.get(roomId)?.unread ?? 0) > 0 &&
      !memberships.options.get().get(roomId)?.muted;
    const next = [...own.slice(from), ...own.slice(0, from)].find(isUnread);
    if (next !== undefined) navigate(roomPath(next));
  });
}
