import type { ListedRoom, Room } from '@snug/protocol';
import { Bell, BellOff, CheckCheck, EyeOff, Star, StarOff } from 'lucide-react';
import { showWhenStored } from '../../state/actions/show-when-stored.ts';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { MenuItem } from '../../ui/menu/menu-item.tsx';
import { useReadState } from '../unread/use-unread.ts';
import { goToList } from './list/go-to-list.ts';
import { useRoomOptions } from './use-room-options.ts';
import { useSetOption } from './use-set-option.ts';

/** For the members of a room. */
export function FavouriteAndMuteItems({ roomId }: { roomId: string }) {
  const { favourite = false, muted = false } = useRoomOptions(roomId);
  const setOption = useSetOption(roomId);
  const { addFavourite, removeFavourite, mute, unmute } = lazyStrings.roomOptions;
  return (
    <>
      <MenuItem icon={favourite ? StarOff : Star} onClick={() => void setOption({ favourite: !favourite })}>
        {favourite ? removeFavourite : addFavourite}
      </MenuItem>
      <MenuItem icon={muted ? Bell : BellOff} onClick={() => void setOption({ muted: !muted })}>
        {muted ? unmute : mute}
      </MenuItem>
    </>
  );
}

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
