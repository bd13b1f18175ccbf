import { type Room, readMarkedWords } from '@snug/protocol';
import { ChevronLeft, Info, Search } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { MembersButton } from '../../people/members/members-button.tsx';
import { LazyStatus } from '../../people/status/lazy-status.ts';
import { useChat } from '../../state/chat-context.ts';
import { SEARCH_PATH } from '../../state/search-path.ts';
import { useStore } from '../../state/use-store.ts';
import { strings } from '../../strings/strings.ts';
import { Link } from '../../ui/browser/link.tsx';
import { navigate } from '../../ui/browser/location.ts';
import { useIsNarrow } from '../../ui/browser/use-is-narrow.ts';
import { classNames } from '../../ui/class-names.ts';
import { LazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { ShownWords } from '../messages/text/shown-words.tsx';
import { PinsButton } from '../pins/pins-button.tsx';
import { FilesButton } from '../room-files/files-button.tsx';
import { EditRoomButton } from './edit-room-button.tsx';
import styles from './room-header.module.css';
import { RoomMark } from './room-mark.tsx';
import { RoomOptionsButton } from './room-options-button.tsx';

interface RoomHeaderProps {
  room?: Room;
  name: string | undefined;
  isAdmin?: boolean;
  children?: ReactNode;
}

/** Without a room (loading or missing), it shows only the back button and its children. */
export const RoomHeader = memo(function RoomHeader(props: RoomHeaderProps) {
  const { room, name, isAdmin = false, children } = props;
  // On narrow screens, pins, files and the search are in the options of the room.
  const isNarrow = useIsNarrow();
  return (
    <header className={classNames(styles.header, !name && !children && styles.isBare)}>
      <Link className={styles.back} href="/" aria-label={strings.rooms.back}>
        <ChevronLeft size={24} aria-hidden data-directed />
      </Link>
      <div className={styles.words}>
        {name ? (
          <>
            <div className={styles.title}>
              {room && <RoomMark room={room} />}
              <h1 className={styles.name} dir="auto">
                {name}
              </h1>
            </div>
            {room?.people && <LazyStatus people={room.people} className={styles.topic} />}
            {room?.description && (
              <p className={styles.topic} dir="auto">
                <ShownWords of={readMarkedWords(room.description)} />
              </p>
            )}
          </>
        ) : (
          children
        )}
      </div>
      {room && isAdmin && <EditRoomButton room={room} />}
      {room && <PinsButton room={room} isHidden={isNarrow} />}
      {room && <FilesButton room={room} isHidden={isNarrow} />}
      {room && !isNarrow && <SearchButton roomId={room.id} />}
      {room && <MembersButton room={room} />}
      {room && <InformationButton room={room} />}
      {room && <RoomOptionsButton roomId={room.id} />}
    </header>
  );
});

function SearchButton({ roomId }: { roomId: string }) {
  if (useStore(useChat().isSearchOff)) return null;
  return (
    <IconButton
      label={strings.roomHeader.search}
      icon={Search}
      tooltip="below-start"
      onClick={() => navigate(`${SEARCH_PATH}?in=${roomId}`)}
    />
  );
}

function InformationButton({ room }: { room: Room }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <LazyDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton label={strings.rooms.information} icon={Info} tooltip="below-start" />}
      load={() => import('./room-information-dialog.tsx').then(module => module.RoomInformationDialog)}
      dialog={{ room }}
    />
  );
}
