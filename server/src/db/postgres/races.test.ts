import { randomUUID } from 'node:crypto';
import { type CommandOutput, describeRetention, RETENTION_NOTICE_MS } from '@snug/protocol';
import { createDatabase, dropDatabase } from '@snug/testkit/postgres/postgres-server.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { ENGINE_WORK } from '../../commands/open-store.ts';
import { addAccount, addPerson, createRoomJob, createSendJob } from '../../testing/database.ts';
import { findRetention, presentRetention } from '../../workspace/retention/retention-store.ts';
import type { Db } from '../schema.ts';
import type { Store, WriteJob, WriteOutcome } from '../store.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { createConnectionDb } from './postgres-db.ts';
import { openPostgresStore } from './postgres-store.ts';

// The promises of the locks in lock-keys.ts, with two servers on one database. The races.test.ts of the nouns run every order of
// statements; these tests run the real locks.

/** The servers meet at different statements each time. */
const ROUNDS = 30;

let url = '';
let stores: [Store, Store];
let db: Db;

beforeAll(async () => {
  url = await createDatabase(inject('postgresUrl'), `test_${randomUUID()}`);
  const bulkStatement = await ENGINE_WORK.loadBulkStatement();
  const open = () =>
    openPostgresStore({
      url,
      onFatalError: error => {
        throw error;
      },
      prepare: async () => {},
      mutations: ENGINE_WORK.mutations,
      bulkStatement,
    });
  stores = [await open(), await open()];
  db = createConnectionDb(await PostgresConnection.open(url));
});

afterAll(async () => {
  await Promise.all([...stores.map(store => store.close()), db.destroy()]);
  await dropDatabase(url);
});

/** Runs each job on another server, at once. Returns their error codes, or `stored`. */
async function race(jobs: readonly [WriteJob, WriteJob]): Promise<string[]> {
  const outcomes = await Promise.all(stores.map((store, index) => store.runBatch([jobs[index] as WriteJob])));
  return outcomes.flat().map(outcome => ('error' in outcome ? outcome.error.code : 'stored'));
}

async function createRoom(uid: string): Promise<string> {
  const [outcome] = await stores[0].runBatch([createRoomJob(uid)]);
  return (outcome as Extract<WriteOutcome, { output: unknown }> & { output: CommandOutput<'create_room'> })
    .output.room.id;
}

test('R2 of two people who create a room with the same id, one gets it; one person gets it twice', async () => {
  const [ann, ben] = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben')];
  for (let round = 0; round < ROUNDS; round++) {
    const [id, own] = [newId(), newId()];
    expect((await race([createRoomJob(ann, { id }), createRoomJob(ben, { id })])).toSorted()).toEqual([
      'id_taken',
      'stored',
    ]);
    expect(await race([createRoomJob(ann, { id: own }), createRoomJob(ann, { id: own })])).toEqual([
      'stored',
      'stored',
    ]);
    expect(await db.selectFrom('rooms').select('id').where('id', 'in', [id, own]).execute()).toHaveLength(2);
  }
});

test('M2 of two different messages with the same id, one is stored', async () => {
  const uid = await addPerson(db, 'Ann');
  const roomId = await createRoom(uid);
  for (let round = 1; round <= ROUNDS; round++) {
    const id = newId();
    const jobs = ['one', 'other'].map(text => createSendJob(uid, { roomId, id, text })) as [
      WriteJob,
      WriteJob,
    ];
    expect((await race(jobs)).toSorted()).toEqual(['id_taken', 'stored']);
    const room = await db
      .selectFrom('rooms')
      .select(['seq', 'writerCount'])
      .where('id', '=', roomId)
      .execute();
    expect(room).toEqual([{ seq: round, writerCount: 1 }]);
  }
});

test('F8 two uploads that exceed the quota only together are not both stored', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const uid = await addPerson(db, 'Ann');
    const file = {
      name: 'a.txt',
      contentType: 'text/plain',
      size: 6,
      width: null,
      height: null,
      duration: null,
      peaks: null,
    };
    const addJob = (): WriteJob => ({
      mutation: 'add_file',
      caller: { uid },
      input: { ...file, id: newId(), key: newId(), quota: 10 },
    });
    expect((await race([addJob(), addJob()])).toSorted()).toEqual(['limit_exceeded', 'stored']);
  }
});

test('RT2 a rule of a room and one of the workspace that are set at once are both stored, and the shorter one counts', async () => {
  const [ann, wanda] = [await addPerson(db, 'Ann'), await addPerson(db, 'Wanda')];
  const admin = { uid: wanda, admin: true };
  await stores[0].runBatch([{ mutation: 'set_workspace_admin', caller: { uid: '' }, input: admin }]);
  const ruleJob = (uid: string, input: object): WriteJob => ({
    mutation: 'set_retention',
    caller: { uid },
    input: { fixed: {}, ...input },
  });
  for (let round = 0; round < ROUNDS; round++) {
    const roomId = await createRoom(ann);
    const jobs = [
      ruleJob(ann, { roomId, days: 200, version: 0 }),
      // Each is shorter, so none is in force before its notice is over.
      ruleJob(wanda, { days: 100 - round, version: round }),
    ] as const;
    expect(await race(jobs)).toEqual(['stored', 'stored']);
    const rows = await Promise.all(['', roomId].map(scope => findRetention(db, scope)));
    const [workspace, room] = rows.map(row => row && presentRetention(row));
    expect(describeRetention(workspace, room, Date.now()).days).toBeUndefined();
    expect(describeRetention(workspace, room, Date.now() + 2 * RETENTION_NOTICE_MS).days).toBe(100 - round);
  }
});

test('the last sign-in method stays if both are removed at once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const uid = await addPerson(db, 'Ann', { isIncomplete: true });
    for (const provider of ['google', 'github']) await addAccount(db, uid, provider);
    const offeredProviders = ['google', 'github'];
    const unlinkJob = (provider: string): WriteJob => ({
      mutation: 'unlink_account',
      caller: { uid },
      input: { provider, name: provider, offeredProviders },
    });
    expect((await race([unlinkJob('google'), unlinkJob('github')])).toSorted()).toEqual([
      'forbidden',
      'stored',
    ]);
  }
});

test('the newest of two concurrent changes of a presence has the larger time', async () => {
  const uid = await addPerson(db, 'Ann');
  const seen: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const presenceJob = (state: string): WriteJob => ({
      mutation: 'set_presences',
      caller: { uid: '' },
      input: { changes: [{ uid, state }] },
    });
    await race([presenceJob('online'), presenceJob('offline')]);
    const [row] = await db.selectFrom('presence').select('lastChanged').where('userId', '=', uid).execute();
    seen.push(row?.lastChanged ?? 0);
  }
  expect(seen.every((at, index) => index === 0 || at >= (seen[index - 1] ?? 0))).toBe(true);
});

test('a message and a reaction of two servers in one room both take a step of its log', async () => {
  const uid = await addPerson(db, 'Ann');
  const roomId = await createRoom(uid);
  const id = newId();
  await stores[0].runBatch([createSendJob(uid, { roomId, id })]);
  for (let round = 1; round <= ROUNDS; round++) {
    const reaction = { roomId, messageId: id, emoji: '👍', on: round % 2 === 1 };
    const jobs: [WriteJob, WriteJob] = [
      createSendJob(uid, { roomId }),
      { mutation: 'set_reaction', caller: { uid }, input: reaction },
    ];
    expect(await race(jobs)).toEqual(['stored', 'stored']);
    const [room] = await db.selectFrom('rooms').select('seq').where('id', '=', roomId).execute();
    expect(room?.seq).toBe(1 + round * 2);
  }
});
