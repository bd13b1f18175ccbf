import type { ListedRoom } from '@snug/protocol';
import { Ellipsis, Pencil, Users } from 'lucide-react';
import { useRef, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { roomPath } from '../chat/room-path.ts';
import { useStore } from '../chat/use-store.ts';
import { PeopleDialog } from '../members/people-dialog.tsx';
import { EditRoomDialog } from '../rooms/edit-room-dialog.tsx';
import { RoomMenu } from '../rooms/room-menu.tsx';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { Link } from '../ui/browser/link.tsx';
import { IconButton } from '../ui/form/icon-button.tsx';
import { isolateBidi } from '../ui/text/bidi.ts';
import { Name } from '../ui/text/name.tsx';
import { RelativeTime } from '../ui/text/relative-time.tsx';
import styles from './table.module.css';

type Opened = 'edit' | 'people' | 'options';

export function RoomRow({ room, onChange }: { room: ListedRoom; onChange: () => void }) {
  const texts = lazyStrings.admin;
  const name = isolateBidi(room.name);
  const { opened, open, close, Dialogs } = useDialogs(room, onChange);
  const options = useRef<HTMLButtonElement>(null);
  return (
    <tr>
      <td data-label={texts.room}>
        <Link href={roomPath(room.id)} className={styles.name}>
          <Name of={room.name} />
        </Link>
        {room.archivedAt !== undefined && <span className={styles.note}>{texts.archived}</span>}
      </td>
      <td data-label={texts.lastActive}>
        <RelativeTime at={room.lastMessage?.createdAt ?? room.createdAt} />
      </td>
      <td data-label={texts.actions}>
        <span className={styles.actions}>
          <IconButton label={texts.edit(name)} icon={Pencil} onClick={() => open('edit')} />
          <IconButton label={texts.people(name)} icon={Users} onClick={() => open('people')} />
          <IconButton
            ref={options}
            label={texts.options(name)}
            icon={Ellipsis}
            onClick={() => open('options')}
          />
        </span>
        {Dialogs}
        <RoomMenu
          roomId={room.id}
          anchor={options}
          getFocus={() => options.current}
          isOpen={opened === 'options'}
          onOpenChange={isOpen => !isOpen && close()}
        />
      </td>
    </tr>
  );
}

/** The row has no description and no admins, so a dialog opens when the room has been read. */
function useDialogs({ id }: ListedRoom, onChange: () => void) {
  const store = useChat().room(id);
  const [opened, setOpened] = useState<Opened>();
  const room = useStore(store.view).log?.room;
  const open = (dialog: Opened) => {
    store.prefetch();
    setOpened(dialog);
  };
  const close = () => {
    setOpened(undefined);
    onChange();
  };
  const dialog = { onOpenChange: (isOpen: boolean) => !isOpen && close() };
  const Dialogs = room && (
    <>
      <EditRoomDialog room={room} isOpen={opened === 'edit'} {...dialog} />
      <PeopleDialog room={room} isOpen={opened === 'people'} {...dialog} />
    </>
  );
  return { opened, open, close, Dialogs };
}
