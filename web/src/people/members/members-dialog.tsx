import type { Person, Room } from '@snug/protocol';
import { useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Dialog, type DialogState } from '../../ui/dialog/dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Name } from '../../ui/text/name.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import { useRoomName } from '../direct/room-name.ts';
import { canInvite } from '../invites/can-invite.ts';
import { ProfileDialog } from '../profiles/profile-dialog.tsx';
import { DirectMembers } from './direct-members.tsx';
import { FoundMembers } from './found-members.tsx';
import { AddMembers, InviteMembers } from './member-buttons.tsx';
import styles from './members-dialog.module.css';
import { useIsAdmin } from './use-admins.ts';
import { useMembers } from './use-members.ts';

/** `find`: who is searched for at first. */
export function MembersDialog({
  room,
  find,
  isOpen,
  onOpenChange,
}: DialogState & { room: Room; find?: string }) {
  const name = useRoomName(room);
  const [profile, openProfile] = useState<Person>();
  return (
    <Dialog
      title={<Sentence of={lazyStrings.roomDetails.peopleIn} with={<Name of={name} />} />}
      shape="drawer-end"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <div className={styles.members}>
        {room.kind === 'direct' ? (
          <DirectMembers room={room} onOpen={openProfile} />
        ) : (
          <SearchableMembers room={room} find={find} onOpen={openProfile} />
        )}
      </div>
      <ProfileDialog person={profile} roomId={room.id} onClose={() => openProfile(undefined)} />
    </Dialog>
  );
}

interface SearchableMembersProps {
  room: Room;
  find: string | undefined;
  onOpen: (person: Person) => void;
}

function SearchableMembers({ room, find = '', onOpen }: SearchableMembersProps) {
  const [query, setQuery] = useState(find);
  const members = useMembers(room.id);
  const isAdmin = useIsAdmin(room.id);
  return (
    <>
      <div className={styles.head}>
        <TextField
          label={lazyStrings.roomDetails.findPeople}
          name="people"
          type="search"
          autoComplete="off"
          value={query}
          onChange={event => setQuery(event.target.value)}
        />
        <div className={styles.buttons}>
          {canInvite(room, isAdmin) && <InviteMembers room={room} />}
          {isAdmin && <AddMembers room={room} members={members} />}
        </div>
      </div>
      <FoundMembers room={room} query={query} members={members} onOpen={onOpen} />
    </>
  );
}
