import { type CommandOutput, type FindCursor, MAX_FOUND_PEOPLE } from '@snug/protocol';
import { expect, test } from 'vitest';
import { addPerson, createRoomJob, NOW, runJob, runJobs, temporaryDatabase } from '../../testing/database.ts';
import { addGuest, inviteGuest } from '../../testing/guests.ts';
import { findAcquainted } from './find-acquainted.ts';

async function createSetup() {
  const { db } = await temporaryDatabase();
  const ann = await addPerson(db, 'Ann Arbor');
  const createRoom = async () =>
    (await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann, { kind: 'private' }))).output.room.id;
  const [roomId, second] = [await createRoom(), await createRoom()];
  const gil = await addGuest(db, { inviter: ann, roomId });
  await inviteGuest(db, gil, { inviter: ann, roomId: second });
  const add = async (to: string, name: string) => {
    const uid = await addPerson(db, name);
    const input = { roomId: to, uid, member: true, fixed: { sign_up: 'invite' } };
    await runJobs(db, { mutation: 'set_member', caller: { uid: ann }, input });
    return uid;
  };
  const find = (text: string, after?: FindCursor, ofRoom?: string) =>
    findAcquainted(db, { uid: gil, now: NOW, guest: true }, { text, after }, ofRoom);
  const findAll = async (text: string, ofRoom?: string) => {
    const uids: string[] = [];
    for (let after: FindCursor | undefined; ; ) {
      const { people, next } = await find(text, after, ofRoom);
      uids.push(...people.map(({ uid }) => uid));
      if (!next) return uids;
      after = next;
    }
  };
  return { db, ann, gil, roomId, second, createRoom, add, find, findAll };
}

test('GU2 a guest finds the people of their rooms by any word, and nobody else', async () => {
  const { db, ann, roomId, second, createRoom, add, findAll } = await createSetup();
  const zoe = await add(second, 'Zoë Arbeit');
  await add(await createRoom(), 'Arno Elsewhere');
  await addPerson(db, 'Arne Nowhere');
  expect((await findAll('ar')).toSorted()).toEqual([ann, zoe].toSorted());
  expect(await findAll('ar', roomId)).toEqual([ann]);
  expect(await findAll('zoe arb')).toEqual([zoe]);
  expect(await findAll('arn')).toEqual([]);
});

test('GU2 the pages of a search of a guest have each person of a room once, and their cursors name only these', async () => {
  const { gil, roomId, add, find, findAll } = await createSetup();
  const added = [];
  for (let index = 0; index < 2 * MAX_FOUND_PEOPLE + 7; index++) added.push(await add(roomId, `Bo ${index}`));
  const found = await findAll('bo', roomId);
  expect(found.toSorted()).toEqual(added.toSorted());
  const { people, next } = await find('bo', undefined, roomId);
  expect(people).toHaveLength(MAX_FOUND_PEOPLE);
  expect([gil, ...added]).toContain(next?.words);
  expect(next?.roomId).toBe(roomId);
});
