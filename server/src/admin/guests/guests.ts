import {
  CommandError,
  type CommandInput,
  type CommandOutput,
  GUEST_WARNING_DAYS,
  MAX_GUEST_ROOMS,
  MAX_LISTED_GUESTS,
  type Person,
  personTopic,
  roomTopic,
  selfTopic,
} from '@snug/protocol';
import { capSessions } from '../../account/session-store.ts';
import { findRoom } from '../../chat/rooms/room-rows.ts';
import { appendToLog } from '../../chat/rooms/room-store.ts';
import type { Caller, LockKey, Mutation, MutationContext, Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { toStoredTime } from '../../db/stored-time.ts';
import { assertGuestEnd } from '../../people/guests/guest-end.ts';
import { countGuest } from '../../people/guests/guest-rooms.ts';
import { endGuest, listEnding, listGuestRooms, setGuestUntil } from '../../people/guests/guest-store.ts';
import { readPeopleByUid } from '../../people/profiles/person.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';
import { accessOtherPerson } from '../workspace/access.ts';
import { accessGuestAsModerator } from './access.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Private and direct ones. */
const MAX_ROOMS = 2 * MAX_GUEST_ROOMS;

function lockBoth({ uid }: Caller, other: string): LockKey[] {
  return [`person:${uid}`, `person:${other}`];
}

/** Each server closes the sockets of the guest, who reconnects, and then at the new end. */
const setGuestEnd: Mutation<CommandInput<'set_guest_end'>, object> = {
  lockKeys: (call, { uid }) => lockBoth(call, uid),

  async run(db, call, { uid, until }) {
    const { guest } = await accessGuestAsModerator(db, call, uid);
    if (guest.until === until) return { output: {}, publications: [] };
    assertGuestEnd(until ?? undefined, call.now);
    await setGuestUntil(db, uid, until);
    await capSessions(db, uid, until);
    await recordAudit(db, call, { action: 'change_guest_end', targetId: uid, until });
    return { output: {}, publications: [{ topic: selfTopic(uid), event: { type: 'guest_changed' } }] };
  },
};

type NewMember = CommandInput<'make_member'> & { roomIds: readonly string[] };

/** `roomIds`: all rooms of the guest, for the locks. Throws `stale` if they have others meanwhile. */
const makeMember: Mutation<NewMember, CommandOutput<'make_member'>> = {
  lockKeys: (call, { uid, roomIds }) => [
    ...lockBoth(call, uid),
    ...roomIds.map((roomId): LockKey => `room:${roomId}`),
  ],

  async run(db, call, { uid, roomIds }) {
    const known = await accessOtherPerson(db, call, uid);
    if (!known.guest) return { output: { person: known }, publications: [] };
    const present = await readGuestRooms(db, uid);
    if (present.toSorted().join(' ') !== roomIds.toSorted().join(' ')) throw new CommandError('stale');
    const version = await endGuest(db, uid, toStoredTime(call.now));
    const { guest: _, ...rest } = known;
    const person: Person = { ...rest, version };
    await recordAudit(db, call, { action: 'make_member', targetId: uid });
    const publications: Publication[] = [];
    for (const roomId of roomIds) publications.push(...(await endGuestOfRoom(db, call, roomId)));
    publications.push(
      { topic: personTopic(uid), event: { type: 'profile_changed', person } },
      { topic: selfTopic(uid), event: { type: 'guest_changed' } },
    );
    return { output: { person }, publications };
  },
};

/** A step of its log, so that everyone there sees how many guests are left. */
async function endGuestOfRoom(db: Db, call: MutationContext, roomId: string): Promise<Publication[]> {
  await countGuest(db, roomId, -1);
  const { seq, incarnation } = await appendToLog(db, roomId, call);
  const room = await findRoom(db, roomId);
  if (!room) return [];
  return [{ topic: roomTopic(roomId), event: { type: 'room_edited', roomId, seq, incarnation, room } }];
}

/** All rooms of a guest. */
export function readGuestRooms(db: Db, uid: string): Promise<string[]> {
  return listGuestRooms(db, uid, MAX_ROOMS);
}

/** The guests of a person whose access ends soon. */
export async function readEndingGuests(
  db: Db,
  { uid, now }: { uid: string; now: number },
): Promise<CommandOutput<'list_ending_guests'>> {
  const to = now + GUEST_WARNING_DAYS * DAY_MS;
  const ending = await listEnding(db, uid, { from: now, to, limit: MAX_LISTED_GUESTS });
  const people = await readPeopleByUid(
    db,
    ending.map(({ uid }) => uid),
  );
  const guests = ending.flatMap(({ uid, until }) => {
    const person = people.get(uid);
    return person ? [{ person, until }] : [];
  });
  return { guests };
}

export const GUEST_MUTATIONS = { set_guest_end: setGuestEnd, make_member: makeMember };
