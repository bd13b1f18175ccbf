import { type CommandOutput, personTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { readPage } from '../../chat/messages/message-store.ts';
import { findRoom } from '../../chat/rooms/room-rows.ts';
import type { WriteJob } from '../../db/store.ts';
import { addPerson, createTestRoom, NOW, runJob, runJobs, sendMany } from '../../testing/database.ts';
import { findPeople } from './find-people.ts';
import { findPerson, readPeople } from './person.ts';
import { changeProfile } from './profiles.ts';

function nicknameJob(uid: string, name: string): WriteJob {
  return { mutation: 'set_nickname', caller: { uid }, input: { name } };
}

test('P1 a new nickname is a new version of the person, published on their topic', async () => {
  const { db, uid } = await createTestRoom();
  const { output, publications } = await runJob<CommandOutput<'set_nickname'>>(db, nicknameJob(uid, 'Ada'));
  expect(output.person).toMatchObject({ uid, name: 'Ada', version: 2 });
  expect(publications).toEqual([
    { topic: personTopic(uid), event: { type: 'profile_changed', person: output.person } },
  ]);
  expect(await findPerson(db, uid)).toEqual(output.person);
});

test('P1 a person is found by the new nickname, and no more by the old one', async () => {
  const { db, uid } = await createTestRoom();
  for (const name of ['Grace Hopper', 'Zoë']) await runJob(db, nicknameJob(uid, name));
  const find = async (text: string) => (await findPeople(db, { text })).people.map(person => person.name);
  expect([await find('zo'), await find('hopper'), await find('ann')]).toEqual([['Zoë'], [], []]);
});

test('P1 the present name is not a new version, and publishes nothing', async () => {
  const { db, uid } = await createTestRoom();
  const same = await runJob<CommandOutput<'set_nickname'>>(db, nicknameJob(uid, 'Ann'));
  expect(same).toMatchObject({ output: { person: { name: 'Ann', version: 1 } }, publications: [] });
});

test('P1 a new nickname shows on earlier messages, in the room and in the list of rooms', async () => {
  const { db, uid, roomId } = await createTestRoom();
  await sendMany(db, uid, roomId, 2);
  await runJob(db, nicknameJob(uid, 'Ada'));
  const { messages } = await readPage(db, roomId, Number.MAX_SAFE_INTEGER, 10);
  expect(messages.map(({ author }) => author.name)).toEqual(['Ada', 'Ada']);
  expect((await findRoom(db, roomId))?.lastMessage?.author).toMatchObject({ name: 'Ada', version: 2 });
});

test('an avatar is set, survives a new nickname and is removed, with a new version each time', async () => {
  const { db, uid } = await createTestRoom();
  const call = { uid, now: NOW, incarnation: 'test' };
  const avatar = '/avatars/a/2.png';
  expect((await changeProfile(db, call, { avatar })).output.person).toMatchObject({ avatar, version: 2 });
  expect((await changeProfile(db, call, { avatar })).publications).toEqual([]);
  const named = (await changeProfile(db, call, { name: 'Ada' })).output.person;
  expect(named).toMatchObject({ name: 'Ada', avatar, version: 3 });
  const { person } = (await changeProfile(db, call, { avatar: null })).output;
  expect(person).toMatchObject({ name: 'Ada', version: 4 });
  expect(person).not.toHaveProperty('avatar');
  expect(await findPerson(db, uid)).toEqual(person);
});

test('a deleted person changes nothing', async () => {
  const { db } = await createTestRoom();
  expect(await runJobs(db, nicknameJob(newId(), 'Eve'))).toMatchObject([
    { error: { code: 'unauthenticated' } },
  ]);
});

test('a read of several people returns the known ones', async () => {
  const { db, uid } = await createTestRoom();
  const ben = await addPerson(db, 'Ben');
  const people = await readPeople(db, [ben, newId(), uid]);
  expect(people.map(({ name }) => name).toSorted()).toEqual(['Ann', 'Ben']);
  expect(people).toContainEqual(await findPerson(db, uid));
  expect(await readPeople(db, [])).toEqual([]);
});
