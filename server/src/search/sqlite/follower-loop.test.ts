import { listTermChoices, parseSearchWords } from '@snug/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { MUTATIONS } from '../../commands/mutations.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  NOW,
  runBatch,
  runJob,
  temporaryDatabase,
} from '../../testing/database.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { Finder } from './finder.ts';
import { Follower } from './follower.ts';
import { FollowerLoop } from './follower-loop.ts';
import { MessageSource } from './message-source.ts';
import { SearchFile } from './search-file.ts';

const STEP_MS = 10;

/** Each step of the index takes 10 ms of a virtual time, unless a test changes that. */
async function createSetup() {
  const { db } = await temporaryDatabase();
  const data = temporaryFolder();
  const uid = await addPerson(db, 'Ann');
  const time = { now: 0, load: 0, stepMs: STEP_MS };
  const now = () => time.now;
  const file = SearchFile.openForWrites(data, 'epoch');
  onTestFinished(() => file.close());
  const source = new MessageSource(db);
  const readChanges = source.readChanges.bind(source);
  source.readChanges = (id, position) => {
    time.now += time.stepMs;
    return readChanges(id, position);
  };
  const follower = new Follower(file, source, now);
  const loop = new FollowerLoop({ file, follower, data, post: () => {}, now, readLoad: () => time.load });
  const addRoom = async () => (await runJob<{ room: { id: string } }>(db, createRoomJob(uid))).output.room.id;
  const flood = async (roomId: string, text: string, count: number) => {
    const jobs = Array.from({ length: count }, () => createSendJob(uid, { roomId, text }));
    await runBatch(db, MUTATIONS, jobs, () => NOW);
    loop.announce([roomId]);
  };
  const count = async (text: string) => {
    const choices = parseSearchWords(text, false).wanted.flatMap(listTermChoices);
    const query = { open: { except: [] }, roomIds: [], choices, limit: 400 };
    const turns = { next: async () => false, now };
    return (await new Finder(file).find(query, { waiting: [], isCompared: true }, turns)).candidates.length;
  };
  const takeSteps = async (until: () => Promise<boolean> | boolean) => {
    while (!(await until())) time.now += await loop.takeStep();
  };
  return { db, uid, time, follower, loop, addRoom, flood, count, takeSteps };
}

test('for new messages, the index works half of the time on an idle server, and uses a 24th of what a busy one does', async () => {
  const { time, loop, addRoom, flood, takeSteps } = await createSetup();
  const roomId = await addRoom();
  await takeSteps(async () => (await loop.takeStep()) === 2_000);
  for (const [load, rest] of [
    [0, STEP_MS],
    [0.125, STEP_MS * 24.75],
    [0.25, STEP_MS * 96],
    [0.5, STEP_MS * 48],
    [1, STEP_MS * 24],
  ] as const) {
    time.load = load;
    await flood(roomId, 'word', 1);
    await takeSteps(async () => (await loop.takeStep()) > 0);
    expect(await loop.takeStep()).toBeCloseTo(rest);
    time.now += rest;
  }
});

test('where a step takes long, as beside other programs, new messages are found after a rest of 5 s', async () => {
  const { time, loop, addRoom, flood, count, takeSteps } = await createSetup();
  const roomId = await addRoom();
  await takeSteps(async () => (await loop.takeStep()) === 2_000);
  Object.assign(time, { load: 0.25, stepMs: 1_000 });
  for (const text of ['one', 'two']) await flood(roomId, text, 200);
  await takeSteps(async () => (await count('one')) > 0);
  const began = time.now;
  await takeSteps(async () => (await count('two')) > 0);
  expect(time.now - began).toBeCloseTo(6_000);
});

test('on a busy server, deleted and edited words are erased within 3 s, although new ones wait', async () => {
  const { db, uid, time, addRoom, flood, count, takeSteps, loop } = await createSetup();
  const [roomId, other] = [await addRoom(), await addRoom()];
  const send = async (text: string) =>
    (await runJob<{ message: { id: string } }>(db, createSendJob(uid, { roomId, text }))).output.message.id;
  const [deleted, edited] = [await send('geheim'), await send('vertraulich')];
  await send('sichtbar');
  loop.announce([roomId]);
  await takeSteps(async () => (await count('sichtbar')) === 1);
  time.load = 1;
  for (const flooded of [other, roomId]) await flood(flooded, 'Flut', 3_000);
  const caller = { uid };
  await runJob(db, { mutation: 'delete_message', caller, input: { roomId, messageId: deleted } });
  await runJob(db, {
    mutation: 'edit_message',
    caller,
    input: { roomId, id: edited, revision: 0, editId: deleted, text: 'offen' },
  });
  loop.announce([roomId]);
  const began = time.now;
  await takeSteps(async () => (await count('geheim')) + (await count('vertraulich')) === 0);
  expect(time.now - began).toBeLessThan(3_000);
  expect([await count('sichtbar'), await count('offen'), (await count('Flut')) < 6_000]).toEqual([
    1,
    0,
    true,
  ]);
  time.load = 0;
  await takeSteps(async () => (await count('offen')) === 1);
});

test('a pinned message stays in the index while other changes wait', async () => {
  const { db, uid, time, addRoom, flood, count, takeSteps, loop } = await createSetup();
  const [roomId, other] = [await addRoom(), await addRoom()];
  const { output } = await runJob<{ message: { id: string } }>(
    db,
    createSendJob(uid, { roomId, text: 'sichtbar' }),
  );
  loop.announce([roomId]);
  await takeSteps(async () => (await count('sichtbar')) === 1);
  time.load = 1;
  await flood(other, 'Flut', 3_000);
  const input = { roomId, messageId: output.message.id, on: true };
  await runJob(db, { mutation: 'set_pin', caller: { uid }, input });
  loop.announce([roomId]);
  const began = time.now;
  await takeSteps(async () => time.now - began > 3_000 || (await count('sichtbar')) === 0);
  expect([await count('sichtbar'), (await count('Flut')) < 3_000]).toEqual([1, true]);
});

test('a flood of changes does not keep the words of a deleted room', async () => {
  const { db, time, addRoom, flood, count, takeSteps, loop, follower } = await createSetup();
  const [deleted, other] = [await addRoom(), await addRoom()];
  await flood(deleted, 'geheim', 100);
  await takeSteps(async () => (await count('geheim')) === 100);
  await db.updateTable('rooms').set({ deletedAt: NOW }).where('id', '=', deleted).execute();
  loop.announce([deleted]);
  time.load = 1;
  await takeSteps(async () => {
    await flood(other, 'Flut', 1);
    return (await count('geheim')) === 0;
  });
  expect(follower.listWaiting(time.now)).toContain(other);
});

test('a flood of changes leaves turns to the comparison and to the build', async () => {
  const { time, addRoom, flood, count, takeSteps, follower } = await createSetup();
  const [old, other] = [await addRoom(), await addRoom()];
  await flood(old, 'Altes', 400);
  time.load = 1;
  let floods = 0;
  await takeSteps(async () => {
    await flood(other, 'Flut', 1);
    return ++floods === 200 || (await count('Altes')) === 400;
  });
  expect([follower.isCompared, await count('Altes')]).toEqual([true, 400]);
  expect(await count('Flut')).toBeGreaterThan(0);
});
