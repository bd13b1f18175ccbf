import type { CommandOutput } from '@snug/protocol';
import { array, assert as assertProperty, asyncProperty, constantFrom, nat, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import type { Db } from '../../db/schema.ts';
import type { WriteJob } from '../../db/store.ts';
import { listMembers } from '../../people/members/member-list.ts';
import { findMembership, listJoined, listRequests } from '../../people/members/member-store.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  NOW,
  runJob,
  runJobs,
  temporaryDatabase,
} from '../../testing/database.ts';

const ACTIONS = ['add', 'remove', 'leave', 'accept', 'decline', 'write', 'block', 'unblock'] as const;
type Action = (typeof ACTIONS)[number];
const ROOMS = 3;

interface Place {
  isMember: boolean;
  request: 'waiting' | 'declined' | null;
  hasLeft: boolean;
}

/** What Ben allowed Ann, who administers all of the rooms. */
class Model {
  readonly places: Place[] = Array.from({ length: ROOMS }, () => ({
    isMember: false,
    request: null,
    hasLeft: false,
  }));
  #isBlocked = false;

  apply(action: Action, index: number): void {
    const place = this.places[index];
    if (!place) return;
    if (action === 'block' || action === 'unblock') this.#isBlocked = action === 'block';
    if (action === 'add' && !place.isMember)
      Object.assign(place, { request: this.#ask(place), isMember: true });
    if (action === 'remove' || action === 'leave') {
      if (action === 'leave' && place.isMember) place.hasLeft = true;
      if (place.request === 'waiting') place.request = null;
      place.isMember = false;
    }
    if (!place.isMember) return;
    if (action === 'decline' && place.request !== null) place.request = 'declined';
    if (action === 'accept' || action === 'write') place.request = null;
    if (place.request === null) place.hasLeft = false;
  }

  #ask({ request, hasLeft }: Place): Place['request'] {
    if (this.#isBlocked || request === 'declined') return 'declined';
    const isKnown = this.places.some(other => other.isMember && other.request === null);
    if (hasLeft) return isKnown ? 'waiting' : 'declined';
    return isKnown ? null : 'waiting';
  }
}

function toJob(action: Action, roomId: string, ann: string, ben: string): WriteJob {
  const job = (mutation: string, uid: string, input: object) => ({ mutation, caller: { uid }, input });
  const jobs: Record<Action, WriteJob> = {
    add: job('set_member', ann, { roomId, uid: ben, member: true }),
    remove: job('set_member', ann, { roomId, uid: ben, member: false }),
    leave: job('leave_room', ben, { roomId }),
    accept: job('set_room_options', ben, { roomId, request: null }),
    decline: job('set_room_options', ben, { roomId, request: 'declined' }),
    write: createSendJob(ben, { roomId }),
    block: job('set_block', ben, { uid: ann, blocked: true }),
    unblock: job('set_block', ben, { uid: ann, blocked: false }),
  };
  return jobs[action];
}

async function createRooms(db: Db, uid: string): Promise<string[]> {
  const roomIds: string[] = [];
  for (let count = 0; count < ROOMS; count++) {
    const { output } = await runJob<CommandOutput<'create_room'>>(
      db,
      createRoomJob(uid, { kind: 'private' }),
    );
    roomIds.push(output.room.id);
  }
  return roomIds;
}

test('Y25 after any sequence of additions and answers, a room shows exactly where its person allowed it', async () => {
  const { db } = await temporaryDatabase();
  const step = tuple(constantFrom(...ACTIONS), nat(ROOMS - 1));
  await assertProperty(
    asyncProperty(array(step, { maxLength: 40 }), async steps => {
      const [ann, ben] = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben')];
      const roomIds = await createRooms(db, ann);
      const model = new Model();
      for (const [action, index] of steps) {
        await runJobs(db, toJob(action, roomIds[index] ?? '', ann, ben));
        model.apply(action, index);
      }
      const select = (isIn: (place: Place) => boolean) =>
        roomIds.filter((_, index) => isIn(model.places[index] as Place)).toSorted();
      const joined = await listJoined(db, ben);
      expect(joined.toSorted()).toEqual(select(place => place.isMember && place.request === null));
      const waiting = await listRequests(db, ben);
      expect(waiting.toSorted()).toEqual(select(place => place.isMember && place.request === 'waiting'));
      for (const [index, roomId] of roomIds.entries()) {
        const { members } = await listMembers(db, roomId, undefined, NOW);
        const isMember = members.some(({ person }) => person.uid === ben);
        expect(isMember, 'what Ann sees').toBe(model.places[index]?.isMember);
        expect((await findMembership(db, roomId, ben)).hasLeft !== null).toBe(model.places[index]?.hasLeft);
      }
    }),
    { numRuns: 60 },
  );
});
