import { CommandError, type CommandInput, type CommandOutput, MAX_JOINED_ROOMS } from '@snug/protocol';
import { accessPerson, accessSelf } from '../access.ts';
import type { Mutation, Publication } from '../db/mutation.ts';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';
import { changeMembership } from './change-membership.ts';
import { hasMaxRooms } from './member-store.ts';
import { readListedRooms } from './room-rows.ts';
import { insertRoom } from './room-store.ts';

/** `id`: of the room, if the people have none yet. */
type OpenDirect = CommandInput<'open_direct'> & { id: string };

const selectByPeople = prepared<[people: string], { id: string }>(
  `select "id" from "rooms" where "people" = $1`,
);

/** The same people always get the same room. */
export const openDirect: Mutation<OpenDirect, CommandOutput<'open_direct'>> = {
  // The locks of the people keep two calls from creating the same room.
  lockKeys: ({ uid }, { uids, id }) => [`room:${id}`, ...listPeople(uid, uids).map(toPersonKey)],

  async run(db, call, { uids, id }) {
    const people = listPeople(call.uid, uids);
    await accessSelf(db, call.uid);
    for (const uid of people) await accessPerson(db, uid);
    const key = people.join(' ');
    const [known] = await selectByPeople(db, key);
    const publications: Publication[] = [];
    if (!known) {
      await assertCanJoin(db, people);
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
      for (const uid of people)
        publications.push(await changeMembership(db, call, id, uid, { role: 'member' }));
    }
    const [room] = await readListedRooms(db, [known?.id ?? id]);
    if (!room) throw new CommandError('not_found');
    return { output: { room }, publications };
  },
};

function listPeople(uid: string, uids: readonly string[]): string[] {
  return [...new Set([uid, ...uids])].toSorted();
}

function toPersonKey(uid: string): `person:${string}` {
  return `person:${uid}`;
}

async function assertCanJoin(db: Db, people: readonly string[]): Promise<void> {
  for (const uid of people)
    if (await hasMaxRooms(db, uid))
      throw new CommandError('limit_exceeded', `A person can be in at most ${MAX_JOINED_ROOMS} rooms`);
}
