import { type Member, matchesName, type Room } from '@snug/protocol';
import { useEffect, useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { usePeopleSearch } from '../profiles/use-people-search.ts';
import type { RoomMembers } from './room-members.ts';
import { countMorePeople, listRoomPeople, type RoomPerson } from './room-people.ts';
import { useAdmins } from './use-admins.ts';

interface FoundMembers {
  found: readonly RoomPerson[];
  excluded: readonly Member[];
  hasMoreMembers: boolean;
  isLoadingMore: boolean;
  /** A minimum. */
  unlistedCount: number;
}

/** The people of a room whose names match the query; undefined until they are known. */
export function useFoundMembers(room: Room, members: RoomMembers, query: string): FoundMembers | undefined {
  const chat = useChat();
  const roomPeople = chat.getRoomPeople(room.id);
  useEffect(() => roomPeople.open(), [roomPeople]);
  const read = useStore(roomPeople.view);
  // Stays while it is read again: a list that goes would take the open menu or question about a person with it.
  const [view, setView] = useState(read);
  if (read && read !== view) setView(read);
  const known = useStore(members.view);
  const admins = useAdmins(room.id);
  // The server knows the members that this page has not loaded.
  const searched = usePeopleSearch(known?.next ? query : '', room.id);
  if (!view || !known) return undefined;

  const listed = listRoomPeople({ room, view, admins, members: known });
  // People whose names have not loaded do not match.
  const isWanted = (uid: string) => matchesName(chat.people.getPerson(uid).get()?.name ?? '', query);
  const uids = new Set([...listed, ...known.excluded.map(({ person }) => person)].map(({ uid }) => uid));
  const others = searched.items.filter(({ uid }) => !uids.has(uid) && isWanted(uid));
  return {
    found: [...listed.filter(({ uid }) => isWanted(uid)), ...others.map(({ uid }) => toMember(uid))],
    excluded: known.excluded.filter(({ person }) => isWanted(person.uid)),
    hasMoreMembers: known.next !== undefined,
    isLoadingMore: known.isLoadingMore,
    unlistedCount: room.kind || known.next ? 0 : countMorePeople(view, uids.size),
  };
}

function toMember(uid: string): RoomPerson {
  return { uid, isAdmin: false, isMember: true, isViewing: false };
}
