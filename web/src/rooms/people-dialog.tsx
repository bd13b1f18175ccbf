import type { Person, Room } from '@snug/protocol';
import { UserPlus, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useChat, useMe } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { Invitation } from '../invitation/invitation.tsx';
import { ProfileDialog } from '../profiles/profile-dialog.tsx';
import { words } from '../strings/strings.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { IconButton } from '../ui/form/icon-button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { formatBadge } from '../ui/text/badge.ts';
import { Name } from '../ui/text/name.tsx';
import { Sentence } from '../ui/text/sentence.tsx';
import styles from './people-dialog.module.css';
import { PeopleListSkeleton, PersonItem } from './people-list.tsx';
import { isNamed, morePeople, peopleOfRoom } from './room-people.ts';

const NOBODY: readonly string[] = [];

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
      <PeopleOfRoom room={room} />
    </Dialog>
  );
}

function PeopleOfRoom({ room }: { room: Room }) {
  const [wanted, setWanted] = useState('');
  const [profile, openProfile] = useState<Person>();
  return (
    <div className={styles.people}>
      <div className={styles.head}>
        <TextField
          label={words.roomDetails.findPeople}
          name="people"
          type="search"
          autoComplete="off"
          value={wanted}
          onChange={event => setWanted(event.target.value)}
        />
        <InvitePeople room={room} />
      </div>
      <Found roomId={room.id} wanted={wanted} onOpen={openProfile} />
      <ProfileDialog person={profile} roomId={room.id} onClose={() => openProfile(undefined)} />
    </div>
  );
}

interface FoundProps {
  roomId: string;
  wanted: string;
  onOpen: (person: Person) => void;
}

function Found({ roomId, wanted, onOpen }: FoundProps) {
  const chat = useChat();
  const me = useMe();
  const roomPeople = chat.roomPeople(roomId);
  useEffect(() => roomPeople.open(), [roomPeople]);
  const view = useStore(roomPeople.view);
  const admins = useStore(chat.room(roomId).view).log?.admins ?? NOBODY;
  if (!view) return <PeopleListSkeleton />;
  // Whose name is still on its way is not searched for.
  const isWanted = (uid: string) => isNamed(chat.people.person(uid).get()?.name ?? '', wanted);
  const found = peopleOfRoom(view, admins).filter(({ uid }) => isWanted(uid));
  const more = morePeople(view);
  return (
    <div>
      <ul aria-label={words.roomDetails.people}>
        {found.map(({ uid, ...marks }) => (
          <PersonItem key={uid} uid={uid} isMe={uid === me.uid} onOpen={onOpen} {...marks} />
        ))}
      </ul>
      <output className={styles.note}>
        {found.length === 0 && <p>{words.roomDetails.noneFound}</p>}
        {more > 0 && <p>{words.roomDetails.more(more)}</p>}
      </output>
    </div>
  );
}

function InvitePeople({ room }: { room: Room }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title={words.roomDetails.invite}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button>
          <UserPlus size={18} aria-hidden />
          {words.roomDetails.invite}
        </Button>
      }
    >
      <div className={styles.invitation}>
        <Invitation room={room} />
      </div>
    </Dialog>
  );
}
