import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useChat } from '../../../state/chat-context.ts';
import { setTimer } from '../../../ui/browser/set-timer.ts';
import { LazyRoomMenu } from '../lazy-room-menu.tsx';
import { RoomPrefetch } from './room-prefetch.ts';
import { RoomRowPress } from './room-row-press.ts';

/** What the rows in the list of rooms do besides opening a room: their menus, and preparing a room before it opens. */
export function RowMenus({ list }: { list: RefObject<HTMLElement | null> }) {
  const chat = useChat();
  const [menu, setMenu] = useState<{ row: HTMLElement; anchor: { getBoundingClientRect: () => DOMRect } }>();
  const [isOpen, setOpen] = useState(false);
  const open = useEffectEvent((row: HTMLElement, anchor: { getBoundingClientRect: () => DOMRect }) => {
    setMenu({ row, anchor });
    setOpen(true);
  });
  useEffect(() => {
    const press = new RoomRowPress((row, anchor) => open(row, anchor));
    return list.current ? press.attach(list.current) : undefined;
  }, [list]);
  useEffect(() => {
    const prefetch = new RoomPrefetch({ prefetch: roomId => chat.room(roomId).prefetch(), setTimer });
    return list.current ? prefetch.attach(list.current) : undefined;
  }, [list, chat]);
  if (!menu) return null;
  const { row, anchor } = menu;
  return (
    <LazyRoomMenu
      roomId={row.dataset['room'] ?? ''}
      anchor={anchor}
      getFocus={() => row}
      isOpen={isOpen}
      onOpenChange={setOpen}
    />
  );
}
