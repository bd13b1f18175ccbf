import { type CommandOutput, FOREVER, MAX_BOTS, type Person } from '@snug/protocol';
import { expect, test } from 'vitest';
import { createAccountSweeps } from '../../account/account-sweeps.ts';
import { newId } from '../../base/ids.ts';
import { accessRoom, accessRooms } from '../../chat/rooms/access.ts';
import { MUTATIONS, type SnugMutations } from '../../commands/mutations.ts';
import type { TokenScope } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { WriteJob } from '../../db/store.ts';
import { Writer } from '../../db/writer.ts';
import { findPeople } from '../../people/profiles/find-people.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  createTestRoom,
  NOW,
  runBatch,
  runJob,
  runJobs,
} from '../../testing/database.ts';
import { listBots } from './bot-list.ts';

type Created = CommandOutput<'create_bot'>;

function job(mutation: string, uid: string, input: object, scope?: TokenScope): WriteJob {
  return { mutation, caller: { uid, scope }, input };
}

async function addBot(db: Db, owner: string): Promise<Person> {
  return (await runJob<Created>(db, job('create_bot', owner, { id: newId(), name: 'Robo' }))).output.bot;
}

async function createSetup() {
  const { db, uid: ann, roomId } = await createTestRoom();
  const ben = await addPerson(db, 'Ben');
  return { db, ann, ben, roomId, bot: await addBot(db, ben) };
}

async function findNames(db: Db, text: string): Promise<string[]> {
  return (await findPeople(db, { text })).people.map(({ name }) => name);
}

test('BT1 a bot is a person that is found and marked, and survives the sweep of sign-ups', async () => {
  const { db, ben, bot } = await createSetup();
  expect(bot).toMatchObject({ name: 'Robo', bot: true, version: 1 });
  const writer = new Writer<SnugMutations>({
    runBatch: jobs => runBatch(db, MUTATIONS, jobs, () => NOW + 1e9),
    onCommit: () => {},
    onFailure: () => {},
  });
  for (const { step } of createAccountSweeps(writer)) await step(undefined);
  expect(await listBots(db, ben)).toEqual([bot]);
  expect(await findNames(db, 'robo')).toEqual(['Robo']);
});

test('BT1 a repetition returns the bot, and nobody else gets its id', async () => {
  const { db, ann, ben, bot } = await createSetup();
  const input = { id: bot.uid, name: 'Another' };
  expect((await runJob<Created>(db, job('create_bot', ben, input))).output.bot).toEqual(bot);
  expect(await runJobs(db, job('create_bot', ann, input))).toMatchObject([{ error: { code: 'id_taken' } }]);
  const many = Array.from({ length: MAX_BOTS }, () => job('create_bot', ben, { id: newId(), name: 'B' }));
  const outcomes = await runJobs(db, ...many);
  expect(outcomes.at(-1)).toMatchObject({ error: { code: 'limit_exceeded' } });
  expect(await listBots(db, ben)).toHaveLength(MAX_BOTS);
});

test('BT1 the owner renames a bot, and others see it', async () => {
  const { db, ann, ben, bot } = await createSetup();
  const rename = (uid: string) => job('edit_bot', uid, { uid: bot.uid, name: 'Marvin' });
  expect(await runJobs(db, rename(ann))).toMatchObject([{ error: { code: 'not_found' } }]);
  const { output, publications } = await runJob<Created>(db, rename(ben));
  expect(output.bot).toEqual({ ...bot, name: 'Marvin', version: 2 });
  expect(publications).toMatchObject([{ event: { type: 'profile_changed', person: output.bot } }]);
  expect(await findNames(db, 'marvin')).toEqual(['Marvin']);
});

test('BT1 a bot reads what its owner reads, and no more', async () => {
  const { db, ann, ben, bot } = await createSetup();
  const { id: roomId } = (
    await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann, { kind: 'private' }))
  ).output.room;
  const actor = { uid: bot.uid, now: NOW, scope: { ownerId: ben } };
  const canRead = async () => (await accessRooms(db, actor, [roomId])).has(roomId);
  const set = (uid: string, change: object) => job('set_member', ann, { roomId, uid, ...change });
  expect(await runJobs(db, set(bot.uid, { member: true }))).toMatchObject([{ error: { code: 'forbidden' } }]);
  await runJob(db, set(ben, { member: true }));
  expect(await canRead()).toBe(false);
  await runJob(db, set(bot.uid, { member: true }));
  expect(await canRead()).toBe(true);
  await runJob(db, set(ben, { silencedUntil: FOREVER }));
  expect((await accessRoom(db, actor, roomId)).silencedUntil).toBe(FOREVER);
  await runJob(db, set(ben, { member: false }));
  expect(await canRead()).toBe(false);
});

test('BT3 a change is refused in its own transaction, if the token does not open the room', async () => {
  const { db, ben, bot, roomId } = await createSetup();
  const send = (scope: TokenScope) => ({
    ...createSendJob(bot.uid, { roomId }),
    caller: { uid: bot.uid, scope: { ownerId: ben, ...scope } },
  });
  const outcomes = await runJobs(db, send({ roomIds: [newId()] }), send({ roomIds: [roomId] }), send({}));
  expect(outcomes).toMatchObject([{ error: { code: 'not_found' } }, { output: {} }, { output: {} }]);
});

test('BT3 a message that was sent before does not open its room to another token', async () => {
  const { db, ben, bot, roomId } = await createSetup();
  const id = newId();
  const send = (roomIds: string[]) => ({
    ...createSendJob(bot.uid, { roomId, id }),
    caller: { uid: bot.uid, scope: { ownerId: ben, roomIds } },
  });
  await runJob(db, send([roomId]));
  expect(await runJobs(db, send([newId()]))).toMatchObject([{ error: { code: 'not_found' } }]);
});

test('BT9 a deleted bot is not found any more, and its owner can repeat the deletion', async () => {
  const { db, ann, ben, bot } = await createSetup();
  const remove = (uid: string) => job('delete_bot', uid, { uid: bot.uid });
  expect(await runJobs(db, remove(ann))).toMatchObject([{ error: { code: 'not_found' } }]);
  for (let run = 0; run < 2; run++) await runJob(db, remove(ben));
  expect([await listBots(db, ben), await findNames(db, 'robo')]).toEqual([[], []]);
  const rename = job('edit_bot', ben, { uid: bot.uid, name: 'Marvin' });
  expect(await runJobs(db, rename)).toMatchObject([{ error: { code: 'not_found' } }]);
});
