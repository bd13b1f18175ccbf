import type { Room } from '@snug/protocol';
import { ChevronLeft, Info } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Invitation } from '../invitation/invitation.tsx';
import { strings } from '../strings/strings.ts';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { IconButton } from '../ui/form/icon-button.tsx';
import { Name } from '../ui/text/name.tsx';
import { Sentence } from '../ui/text/sentence.tsx';
import { EditRoom } from './edit-room.tsx';
import { PeopleDialog } from './people-dialog.tsx';
import styles from './room-header.module.css';

interface RoomHeaderProps {
  room?: Room;
  /** For a room that has not loaded. */
  name?: string | undefined;
  /** Whether the current person is an admin of the room. */
  isAdmin?: boolean;
  children?: ReactNode;
}

/** Without a room (loading or missing), it shows only the back button and its children. */
export function RoomHeader({ room, name = room?.name, isAdmin = false, children }: RoomHeaderProps) {
  return (
    <header className={classNames(styles.header, !name && !children && styles.isBare)}>
      <Link className={styles.back} href="/" aria-label={strings.rooms.back}>
        <ChevronLeft size={24} aria-hidden data-directed />
      </Link>
      <div className={styles.words}>
        {name ? (
          <>
            <h1 className={styles.name} dir="auto">
              {name}
            </h1>
            {room && (
              <p className={styles.topic} dir="auto">
                {room.description}
              </p>
            )}
          </>
        ) : (
          children
        )}
      </div>
      {room && isAdmin && <EditRoom room={room} />}
      {room && <PeopleDialog room={room} />}
      {room && <RoomInformation room={room} />}
    </header>
  );
}

function RoomInformation({ room }: { room: Room }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title={<Sentence of={strings.rooms.about} with={<Name of={room.name} />} />}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton label={strings.rooms.information} icon={Info} tooltip="below-start" />}
    >
      <p className={styles.description} dir="auto">
        {room.description}
      </p>
      <div className={styles.invitation}>
        <Invitation room={room} />
      </div>
    </Dialog>
  );
}
