import { CommandError, type CommandInput, type CommandOutput, type Person } from '@snug/protocol';
import type { Mutation, MutationContext, Publication } from '../../db/mutation.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { assertCanBeIn, sharePrivateRoom } from '../../people/guests/guest-rooms.ts';
import { acceptRoom, changeMembership } from '../../people/members/change-membership.ts';
import { findMembership, NO_REQUEST } from '../../people/members/member-store.ts';
import { assertCanJoin } from '../../people/members/members.ts';
import { accessPerson, accessSelf } from '../../people/profiles/access.ts';
import { findBotOwner } from '../../people/profiles/bot.ts';
import { hasDeletedAccount } from '../../people/profiles/deleted-people.ts';
import type { FixedSettings } from '../../workspace/settings/settings.ts';
import { accessRoom } from './access.ts';
import { findDirectRequest, type StoredRequest } from './requests.ts';
import { readListedRooms } from './room-rows.ts';
import { insertRoom } from './room-store.ts';

/** `id`: of the room, if the people have none yet. */
type OpenDirect = CommandInput<'open_direct'> & { id: string; fixed?: FixedSettings };

const selectByPeople = prepared<[people: string], { id: string }>(
  `select "id" from "rooms" where "people" = $1`,
);

/** The same people always get the same room. */
export const openDirect: Mutation<OpenDirect, CommandOutput<'open_direct'>> = {
  // The locks of the people keep two calls from creating the same room.
  lockKeys: ({ uid }, { uids, id }) => [`room:${id}`, ...listPeople(uid, uids).map(toPersonKey)],

  async run(db, call, { uids, id, fixed = {} }) {
    const uidsOfRoom = listPeople(call.uid, uids);
    await accessSelf(db, call.uid);
    const people = await accessPeople(db, call, uidsOfRoom);
    const key = uidsOfRoom.join(' ');
    const [known] = await selectByPeople(db, key);
    const publications = known ? await acceptRequest(db, call, known.id) : [];
    if (!known) {
      if (await hasDeletedAccount(db, uidsOfRoom)) throw new CommandError('not_found');
      await assertGuestsKnowAll(db, people);
      const requests = await findRequests(db, call, people, fixed);
      const { uid: createdBy, now: createdAt } = call;
      await insertRoom(db, {
        id,
        kind: 'direct',
        people: key,
        name: '',
        description: '',
        createdAt,
        createdBy,
      });
      for (const [uid, request] of requests)
        publications.push(await changeMembership(db, call, id, uid, { role: 'member', ...request }));
    }
    await accessRoom(db, call, known?.id ?? id);
    const [room] = await readListedRooms(db, [known?.id ?? id]);
    if (!room) throw new CommandError('not_found');
    return { output: { room }, publications };
  },
};

/** A bot reads only what its owner may read. Throws `not_found` and `forbidden`. */
async function accessPeople(db: Db, call: MutationContext, uids: readonly string[]): Promise<Person[]> {
  const people: Person[] = [];
  for (const uid of uids) {
    const person = await accessPerson(db, call, uid);
    const owner = await findBotOwner(db, person);
    if (person.bot && (!owner || !uids.includes(owner.uid)))
      throw new CommandError('forbidden', 'Only its owner can start a conversation with a bot');
    people.push(person);
  }
  return people;
}

/** A guest gets no requests. So each of the others must share a private room with them, also if the guest opens the conversation. */
async function assertGuestsKnowAll(db: Db, people: readonly Person[]): Promise<void> {
  for (const { uid, name, guest } of people) {
    if (!guest) continue;
    for (const other of people)
      if (other.uid !== uid && !(await sharePrivateRoom(db, uid, other.uid)))
        throw new CommandError(
          'forbidden',
          `${name} is a guest. Everyone in a conversation with them must be in a private room with them.`,
        );
  }
}

function listPeople(uid: string, uids: readonly string[]): string[] {
  return [...new Set([uid, ...uids])].toSorted();
}

function toPersonKey(uid: string): `person:${string}` {
  return `person:${uid}`;
}

/** By person, before the room exists. */
async function findRequests(
  db: Db,
  call: MutationContext,
  people: readonly Person[],
  fixed: FixedSettings,
): Promise<[uid: string, request: StoredRequest][]> {
  const requests: [string, StoredRequest][] = [];
  for (const person of people) {
    const request = person.bot ? NO_REQUEST : await findDirectRequest(db, call, person, fixed);
    if (request.request === null) await assertCanBeIn(db, person, 'direct');
    requests.push([person.uid, request]);
  }
  return requests;
}

/** A person who opens the room of a stranger wants to write there. */
async function acceptRequest(db: Db, call: MutationContext, roomId: string): Promise<Publication[]> {
  const { request } = await findMembership(db, roomId, call.uid);
  if (request === null) return [];
  await assertCanJoin(db, call.uid);
  return acceptRoom(db, call, roomId, call.uid);
}

/** Whether these people have a direct room, without a check of access. */
export async function hasDirect(db: Db, uid: string, uids: readonly string[]): Promise<boolean> {
  return (await selectByPeople(db, listPeople(uid, uids).join(' '))).length > 0;
}
