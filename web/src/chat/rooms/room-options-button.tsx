import { EllipsisVertical } from 'lucide-react';
import { useRef, useState } from 'react';
import { strings } from '../../strings/strings.ts';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { LazyRoomMenu } from './lazy-room-menu.tsx';

export function RoomOptionsButton({ roomId }: { roomId: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        ref={button}
        label={strings.roomHeader.options}
        icon={EllipsisVertical}
        tooltip="below-start"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      <LazyRoomMenu
        roomId={roomId}
        anchor={button}
        getFocus={() => button.current}
        isOpen={isOpen}
        onOpenChange={setOpen}
      />
    </>
  );
}
