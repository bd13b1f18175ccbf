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
import styles from './people-dialog.module.css';
import { PeopleList, PeopleListSkeleton } from './people-list.tsx';

/** Who is in a room, in a drawer from the right; its button counts those who are here now. */
export function PeopleDialog({ room }: { room: Room }) {
  const [isOpen, setOpen] = useState(false);
  const count = useStore(useChat().roomPeople(room.id).count);
  return (
    <Dialog
      title={
        <>
          People in <Name of={room.name} />
        </>
      }
      shape="drawer-right"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <IconButton
          label="People"
          icon={Users}
          tip="below-left"
          badge={count === undefined ? undefined : formatBadge(count)}
          aria-description={count === undefined ? undefined : `${count} here now`}
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
        heading="Here now"
        uids={view.here}
        count={view.hereCount}
        emptyWords="Nobody has this room open."
        onOpenProfile={openProfile}
      />
      <PeopleList
        heading="Has written here"
        uids={view.writers}
        count={view.writerCount}
        emptyWords="Nobody yet. The first one could be you."
        onOpenProfile={openProfile}
      />
      <ProfileDialog person={profile} roomId={roomId} onClose={() => openProfile(undefined)} />
    </div>
  );
}
