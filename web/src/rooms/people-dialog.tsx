import type { Person, Room } from '@snug/protocol';
import { Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { ProfileDialog } from '../profiles/profile-dialog.tsx';
import { formatBadge } from '../ui/badge.ts';
import { Dialog } from '../ui/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Name } from '../ui/name.tsx';
import { Sentence } from '../ui/sentence.tsx';
import { words } from '../words/words.ts';
import styles from './people-dialog.module.css';
import { PeopleList, PeopleListSkeleton } from './people-list.tsx';

/** Who is in a room, in a drawer from the far edge; its button counts those who are here now. */
export function PeopleDialog({ room }: { room: Room }) {
  const [isOpen, setOpen] = useState(false);
  const count = useStore(useChat().roomPeople(room.id).count);
  return (
    <Dialog
      title={<Sentence of={words.roomDetails.peopleIn} with={<Name of={room.name} />} />}
      shape="drawer-end"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <IconButton
          label={words.roomDetails.people}
          icon={Users}
          tip="below-start"
          badge={count === undefined ? undefined : formatBadge(count)}
          aria-description={count === undefined ? undefined : words.roomDetails.countHere(count)}
        />
      }
    >
      <PeopleOfRoom roomId={room.id} />
    </Dialog>
  );
}

function PeopleOfRoom({ roomId }: { roomId: string }) {
  const roomPeople = useChat().roomPeople(roomId);
  useEffect(() => roomPeople.open(), [roomPeople]);
  const view = useStore(roomPeople.view);
  const [profile, openProfile] = useState<Person>();
  if (!view) return <PeopleListSkeleton />;
  return (
    <div className={styles.people}>
      <PeopleList
        heading={words.roomDetails.hereNow}
        uids={view.here}
        count={view.hereCount}
        emptyWords={words.roomDetails.nobodyHere}
        onOpenProfile={openProfile}
      />
      <PeopleList
        heading={words.roomDetails.writers}
        uids={view.writers}
        count={view.writerCount}
        emptyWords={words.roomDetails.noWriters}
        onOpenProfile={openProfile}
      />
      <ProfileDialog person={profile} roomId={roomId} onClose={() => openProfile(undefined)} />
    </div>
  );
}
