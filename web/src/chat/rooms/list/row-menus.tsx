import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { LazyRoomMenu } from '../lazy-room-menu.tsx';
import { RoomRowPress } from './room-row-press.ts';

/** The menus of the rows in the list of rooms. */
export function RowMenus({ list }: { list: RefObject<HTMLElement | null> }) {
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
