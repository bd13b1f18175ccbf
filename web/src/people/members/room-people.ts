import type { RoomPeopleView } from '@snug/client';
import type { Room } from '@snug/protocol';
import type { MembersView } from './room-members.ts';

export interface RoomPerson {
  uid: string;
  isAdmin: boolean;
  isMember: boolean;
  isViewing: boolean;
  /** The end of the access of a guest, if the reader may know it. */
  guestUntil?: number;
}

interface KnownPeople {
  room: Pick<Room, 'kind' | 'people'>;
  view: Pick<RoomPeopleView, 'viewers' | 'writers'>;
  admins: readonly string[];
  members: Pick<MembersView, 'members' | 'excluded'>;
}

/**
 * All known people of a room, each once: its admins, its viewers, its members, then the writers of an open room, the latest
 * first. Those in `excluded` have their own list.
 */
export function listRoomPeople({
  room,
  view,
  admins,
  members: { members, excluded },
}: KnownPeople): RoomPerson[] {
  const viewers = new Set(view.viewers);
  const isAdmin = new Set(admins);
  const isMember = new Set([...admins, ...members.map(({ person }) => person.uid)]);
  const ends = new Map(members.map(({ person, guestUntil }) => [person.uid, guestUntil]));
  const isExcluded = new Set(excluded.map(({ person }) => person.uid));
  const viewingAdmins = admins.filter(uid => viewers.has(uid));
  const uids = new Set([
    ...viewingAdmins,
    ...admins,
    ...view.viewers,
    ...(room.people ?? []).map(({ uid }) => uid),
    ...isMember,
    // A former member of a private room may be among its writers.
    ...(room.kind ? [] : view.writers),
  ]);
  return [...uids]
    .filter(uid => !isExcluded.has(uid))
    .map(uid => {
      const guestUntil = ends.get(uid);
      return {
        uid,
        isAdmin: isAdmin.has(uid),
        isMember: isMember.has(uid),
        isViewing: viewers.has(uid),
        ...(guestUntil !== undefined && { guestUntil }),
      };
    });
}

/** The minimum number of unlisted people of an open room, of whose viewers and writers only some are known. */
export function countMorePeople(
  { viewers, viewerCount, writerCount }: Omit<RoomPeopleView, 'writers'>,
  listedCount: number,
): number {
  return Math.max(viewerCount - viewers.length, writerCount - listedCount, 0);
}
