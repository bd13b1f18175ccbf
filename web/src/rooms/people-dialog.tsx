import type { Person, Room } from '@snug/protocol';
import { UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useChat, useMe } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { Invitation } from '../invitation/invitation.tsx';
import { ProfileDialog } from '../profiles/profile-dialog.tsx';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { strings } from '../strings/strings.ts';
import { Dialog, type DialogState } from '../ui/dialog/dialog.tsx';
import { DialogTrigger } from '../ui/dialog/dialog-trigger.tsx';
import { Button } from '../ui/form/button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { Name } from '../ui/text/name.tsx';
import { Sentence } from '../ui/text/sentence.tsx';
import styles from './people-dialog.module.css';
import { PeopleListSkeleton, PersonItem } from './people-list.tsx';
import { countMorePeople, listRoomPeople, matchesName } from './room-people.ts';

const NO_ADMINS: readonly string[] = [];

export function PeopleDialog({ room, isOpen, onOpenChange }: DialogState & { room: Room }) {
  return (
    <Dialog
      title={<Sentence of={lazyStrings.roomDetails.peopleIn} with={<Name of={room.name} />} />}
      shape="drawer-end"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <RoomPeople room={room} />
    </Dialog>
  );
}

function RoomPeople({ room }: { room: Room }) {
  const [query, setQuery] = useState('');
  const [profile, openProfile] = useState<Person>();
  return (
    <div className={styles.people}>
      <div className={styles.head}>
        <TextField
          label={lazyStrings.roomDetails.findPeople}
          name="people"
          type="search"
          autoComplete="off"
          value={query}
          onChange={event => setQuery(event.target.value)}
        />
        <InvitePeople room={room} />
      </div>
      <FoundPeople roomId={room.id} query={query} onOpen={openProfile} />
      <ProfileDialog person={profile} roomId={room.id} onClose={() => openProfile(undefined)} />
    </div>
  );
}

interface FoundPeopleProps {
  roomId: string;
  query: string;
  onOpen: (person: Person) => void;
}

function FoundPeople({ roomId, query, onOpen }: FoundPeopleProps) {
  const chat = useChat();
  const me = useMe();
  const roomPeople = chat.getRoomPeople(roomId);
  useEffect(() => roomPeople.open(), [roomPeople]);
  const view = useStore(roomPeople.view);
  const admins = useStore(chat.room(roomId).view).log?.admins ?? NO_ADMINS;
  if (!view) return <PeopleListSkeleton />;
  // People whose names have not loaded do not match.
  const isWanted = (uid: string) => matchesName(chat.people.getPerson(uid).get()?.name ?? '', query);
  const found = listRoomPeople(view, admins).filter(({ uid }) => isWanted(uid));
  const more = countMorePeople(view);
  return (
    <div>
      <ul aria-label={strings.roomHeader.people}>
        {found.map(({ uid, ...marks }) => (
          <PersonItem key={uid} uid={uid} isMe={uid === me.uid} onOpen={onOpen} {...marks} />
        ))}
      </ul>
      <output className={styles.note}>
        {found.length === 0 && <p>{lazyStrings.roomDetails.noneFound}</p>}
        {more > 0 && <p>{lazyStrings.roomDetails.more(more)}</p>}
      </output>
    </div>
  );
}

function InvitePeople({ room }: { room: Room }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <DialogTrigger isOpen={isOpen} onOpen={() => setOpen(true)}>
        <Button>
          <UserPlus size={18} aria-hidden />
          {lazyStrings.roomDetails.invite}
        </Button>
      </DialogTrigger>
      <Dialog title={lazyStrings.roomDetails.invite} isOpen={isOpen} onOpenChange={setOpen}>
        <div className={styles.invitation}>
          <Invitation room={room} />
        </div>
      </Dialog>
    </>
  );
}
