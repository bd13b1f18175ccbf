import type { Person, Room } from '@snug/protocol';
import { useEffect } from 'react';
import { useChat, useMe } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { strings } from '../../strings/strings.ts';
import { MemberItem } from './member-list.tsx';
import { listRoomPeople } from './room-people.ts';
import { useMembers } from './use-members.ts';

const NOBODY = { viewers: [], writers: [], members: [], excluded: [] };

/** The people of a direct room, who never change, and workspace admins who joined it. */
export function DirectMembers({ room, onOpen }: { room: Room; onOpen: (person: Person) => void }) {
  const me = useMe();
  const roomPeople = useChat().getRoomPeople(room.id);
  useEffect(() => roomPeople.open(), [roomPeople]);
  const view = useStore(roomPeople.view) ?? NOBODY;
  const members = useStore(useMembers(room.id).view) ?? NOBODY;
  return (
    <ul aria-label={strings.roomHeader.people}>
      {listRoomPeople({ room, view, admins: [], members }).map(({ uid, isViewing }) => (
        <MemberItem key={uid} uid={uid} isMe={uid === me.uid} isViewing={isViewing} onOpen={onOpen} />
      ))}
    </ul>
  );
}
