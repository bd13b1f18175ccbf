import { toLevel } from '@snug/client/rooms/room-level.ts';
import type { ListedRoom, NotificationLevel, Room } from '@snug/protocol';
import { Bell, BellOff, CheckCheck, EyeOff, Star, StarOff } from 'lucide-react';
import { showWhenStored } from '../../state/actions/show-when-stored.ts';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { MenuItem } from '../../ui/menu/menu-item.tsx';
import { RadioItems, SubMenu } from '../../ui/menu/sub-menu.tsx';
import { useReadState } from '../unread/use-unread.ts';
import { goToList } from './list/go-to-list.ts';
import { useRoomOptions } from './use-room-options.ts';
import { useSetOption } from './use-set-option.ts';

/** For the members of a room. */
export function FavouriteItem({ roomId }: { roomId: string }) {
  const { favourite = false } = useRoomOptions(roomId);
  const setOption = useSetOption(roomId);
  const { addFavourite, removeFavourite } = lazyStrings.roomOptions;
  return (
    <MenuItem icon={favourite ? StarOff : Star} onClick={() => void setOption({ favourite: !favourite })}>
      {favourite ? removeFavourite : addFavourite}
    </MenuItem>
  );
}

/** For the members of a room. `kind`: all messages of a direct room are for its people. */
export function NotificationsItem({ roomId, kind }: { roomId: string; kind: Room['kind'] }) {
  const options = useRoomOptions(roomId);
  const defaultLevel = useStore(useChat().memberships.defaultLevel);
  const setOption = useSetOption(roomId);
  const { notifications, levels } = lazyStrings.roomOptions;
  const values = kind === 'direct' ? DIRECT_LEVELS : LEVELS;
  return (
    <SubMenu icon={options.muted ? BellOff : Bell} label={notifications}>
      <RadioItems
        value={toLevel(options, kind, defaultLevel)}
        options={values.map(value => ({ value, label: levels[value] }))}
        onChoose={level => void setOption({ level })}
      />
    </SubMenu>
  );
}

const LEVELS: readonly NotificationLevel[] = ['everything', 'mentions', 'nothing'];
const DIRECT_LEVELS: readonly NotificationLevel[] = ['everything', 'nothing'];

/** Only for a room with unread messages. */
export function MarkReadItem({ room }: { room: ListedRoom | Room }) {
  const { cursors } = useChat();
  if (!useReadState(room.id)?.unread) return null;
  return (
    <MenuItem icon={CheckCheck} onClick={() => cursors.markRoomRead(room.id)}>
      {lazyStrings.roomOptions.markRead}
    </MenuItem>
  );
}

/** For a direct room. Its next message shows it again. */
export function HideItem({ room: { id, seq } }: { room: ListedRoom | Room }) {
  const chat = useChat();
  const setOption = useSetOption(id);
  const { hide: label, hidden } = lazyStrings.roomOptions;

  function hide(): void {
    goToList(id);
    void showWhenStored(chat, setOption({ hiddenSeq: seq }), hidden);
  }

  return (
    <MenuItem icon={EyeOff} onClick={hide}>
      {label}
    </MenuItem>
  );
}
