import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { readPage } from '../chat/messages/message-store.ts';
import { MUTATIONS } from '../commands/mutations.ts';
import {
  createRoomJob,
  createSendJob,
  createTestRoom,
  isOnPostgres,
  NOW,
  readSeq,
  runBatch,
  runJobs,
} from '../testing/database.ts';
import { type Engine, runBatch as runIn } from './batch.ts';
import type { Mutation, Mutations } from './mutation.ts';
import type { Db } from './schema.ts';
import type { WriteOutcome } from './store.ts';

const ALL = Number.MAX_SAFE_INTEGER;

function codes(outcomes: readonly WriteOutcome[]): string[] {
  return outcomes.map(outcome => ('error' in outcome ? outcome.error.code : 'stored'));
}

async function readStored(db: Db, roomId: string): Promise<{ seq: number | undefined; texts: unknown[] }> {
  const { messages } = await readPage(db, roomId, ALL, 1_000);
  return { seq: await readSeq(db, roomId), texts: messages.map(({ text }) => text) };
}

function createSendThen(more: (db: Db) => Promise<unknown>): Mutation<never, unknown> {
  return {
    lockKeys: (call, input) => MUTATIONS.send_message.lockKeys(call, input),
    async run(db, context, input) {
      await MUTATIONS.send_message.run(db, context, input);
      await more(db);
      return { output: {}, publications: [] };
    },
  };
}

const FAILING_MUTATIONS: Mutations = {
  ...MUTATIONS,
  forget: createSendThen(() => Promise.reject(new Error('forgot something'))),
  violate: createSendThen(db => db.updateTable('rooms').set({ createdBy: 'nobody' }).execute()),
  lose: createSendThen(() => Promise.reject(Object.assign(new Error('disk I/O error'), { errcode: 10 }))),
};

test('L1 M5 changes of one batch are rejected separately, and leave no gap in the log', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const id = newId();
  const outcomes = await runJobs(
    db,
    createSendJob(uid, { roomId, id, text: 'one' }),
    createSendJob(uid, { roomId, id, text: 'other words' }),
    createSendJob(uid, { roomId: newId(), text: 'nowhere' }),
    createSendJob(newId(), { roomId, text: 'nobody' }),
    createSendJob(uid, { roomId, text: 'two' }),
  );
  expect(codes(outcomes)).toEqual(['stored', 'id_taken', 'not_found', 'unauthenticated', 'stored']);
  expect(await readStored(db, roomId)).toEqual({ seq: 2, texts: ['one', 'two'] });
});

test('M5 a change that fails half-way is undone alone', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const outcomes = await runBatch(db, FAILING_MUTATIONS, [
    createSendJob(uid, { roomId, text: 'one' }),
    { ...createSendJob(uid, { roomId, text: 'half' }), mutation: 'forget' },
    { ...createSendJob(uid, { roomId, text: 'wrong' }), mutation: 'violate' },
    { ...createSendJob(uid, { roomId }), mutation: 'unheard_of' },
    createSendJob(uid, { roomId, text: 'two' }),
  ]);
  expect(codes(outcomes)).toEqual(['stored', 'internal', 'internal', 'internal', 'stored']);
  expect(JSON.stringify(outcomes[1])).toContain('forgot something');
  expect(await readStored(db, roomId)).toEqual({ seq: 2, texts: ['one', 'two'] });
});

test('M5 an invalid statement of the accounts library is rejected alone', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const outcomes = await runJobs(
    db,
    { sql: 'update "users" set "name" = null', parameters: [] },
    createSendJob(uid, { roomId, text: 'one' }),
    { sql: 'select nonsense from nowhere', parameters: [] },
    { sql: 'update "users" set "name" = $1 where "id" = $2', parameters: ['Anna', uid] },
    { sql: 'select "name" from "users"', parameters: [] },
  );
  expect(codes(outcomes)).toEqual(['internal', 'stored', 'internal', 'stored', 'stored']);
  expect(outcomes.at(-1)).toMatchObject({ output: { rows: [{ name: 'Anna' }] }, publications: [] });
  expect(await readStored(db, roomId)).toEqual({ seq: 1, texts: ['one'] });
});

test.skipIf(isOnPostgres)(
  'M4 on a full disk the whole batch is unavailable and not stored; with free space it is stored',
  async () => {
    const { db, uid, roomId } = await createTestRoom();
    await runJobs(db, createSendJob(uid, { roomId, text: 'before' }));
    const [pages] = (await db.executeQuery<{ page_count: number }>(CompiledQuery.raw('pragma page_count')))
      .rows;
    const limit = (max: number) => db.executeQuery(CompiledQuery.raw(`pragma max_page_count = ${max}`));
    const jobs = [
      createSendJob(uid, { roomId, text: 'small' }),
      ...Array.from({ length: 20 }, () => createSendJob(uid, { roomId, text: 'x'.repeat(10_000) })),
      createSendJob(uid, { roomId, text: 'small, too' }),
    ];
    await limit((pages?.page_count ?? 0) + 2);
    const outcomes = await runJobs(db, ...jobs);
    expect(new Set(codes(outcomes))).toEqual(new Set(['unavailable']));
    expect(outcomes).toHaveLength(jobs.length);
    expect(await readStored(db, roomId)).toEqual({ seq: 1, texts: ['before'] });
    await limit(1_000_000);
    expect(new Set(codes(await runJobs(db, ...jobs)))).toEqual(new Set(['stored']));
    expect((await readStored(db, roomId)).seq).toBe(1 + jobs.length);
  },
);

test.skipIf(isOnPostgres)(
  'M4 if one change meets a failing disk, nothing of the batch is stored',
  async () => {
    const { db, uid, roomId } = await createTestRoom();
    const jobs = [
      createSendJob(uid, { roomId, text: 'before' }),
      { ...createSendJob(uid, { roomId, text: 'lost' }), mutation: 'lose' },
      createSendJob(uid, { roomId, text: 'after' }),
    ];
    expect(codes(await runBatch(db, FAILING_MUTATIONS, jobs))).toEqual([
      'unavailable',
      'unavailable',
      'unavailable',
    ]);
    expect(await readStored(db, roomId)).toEqual({ seq: 0, texts: [] });
  },
);

test.skipIf(isOnPostgres)(
  'M4 after a failed commit nothing is stored, and the next batch is stored',
  async () => {
    const { db, uid, roomId } = await createTestRoom();
    let broken = true;
    const unlucky = new Proxy(db, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target);
        if (key !== 'executeQuery') return typeof value === 'function' ? value.bind(target) : value;
        return async (query: CompiledQuery) => {
          if (broken && query.sql === 'commit')
            throw Object.assign(new Error('disk I/O error'), { errcode: 10 });
          return target.executeQuery(query);
        };
      },
    });
    expect(codes(await runJobs(unlucky, createSendJob(uid, { roomId }), createRoomJob(uid)))).toEqual([
      'unavailable',
      'unavailable',
    ]);
    expect(await readStored(db, roomId)).toEqual({ seq: 0, texts: [] });
    broken = false;
    expect(codes(await runJobs(unlucky, createSendJob(uid, { roomId, text: 'one' })))).toEqual(['stored']);
    expect(await readStored(db, roomId)).toEqual({ seq: 1, texts: ['one'] });
  },
);

function createEngine(
  db: Db,
  { onLocked = () => {}, ...more }: Partial<Engine> & { onLocked?: () => void } = {},
) {
  const locked: string[][] = [];
  const engine: Engine = {
    db,
    begin: async getLockKeys => {
      await db.executeQuery(CompiledQuery.raw('begin'));
      locked.push([...getLockKeys()]);
      onLocked();
    },
    commit: () => db.executeQuery(CompiledQuery.raw('commit')),
    incarnation: () => 'test',
    now: () => NOW,
    isConflict,
    isTransient: error => error === CONFLICT,
    isStorageFailure: () => false,
    ...more,
  };
  return { engine, locked };
}

const CONFLICT = new Error('another batch came in between');
const VIOLATION = new Error('another batch stored this key first');
const isConflict = (error: unknown) => error === CONFLICT || error === VIOLATION;

/** Sends a message, with a number of conflicts before it succeeds. */
function createConflicting(times: number, conflict = CONFLICT): Mutations {
  let remaining = times;
  return { ...MUTATIONS, collide: createSendThen(async () => remaining-- > 0 && Promise.reject(conflict)) };
}

test("a batch takes its locks before its first statement, and reads the store's time afterwards", async () => {
  const { db, uid, roomId } = await createTestRoom();
  let now = NOW;
  const { engine } = createEngine(db, { onLocked: () => (now = NOW + 5_000), now: () => now++ });
  const jobs = [createSendJob(uid, { roomId }), createSendJob(uid, { roomId })];
  await runIn(engine, MUTATIONS, jobs);
  const { messages } = await readPage(db, roomId, ALL, 10);
  expect(messages.map(({ createdAt }) => createdAt)).toEqual([NOW + 5_000, NOW + 5_000]);
});

test('M4 a conflicting batch runs again with its locks, up to three times', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const jobs = [
    createSendJob(uid, { roomId, text: 'one' }),
    { ...createSendJob(uid, { roomId }), mutation: 'collide' },
  ];
  const { engine, locked } = createEngine(db);
  expect(codes(await runIn(engine, createConflicting(3), jobs))).toEqual(['stored', 'stored']);
  expect(locked).toEqual(Array.from({ length: 4 }, () => [`room:${roomId}`]));
  expect((await readStored(db, roomId)).seq).toBe(2);
});

test.each([
  ['M4 a change that always meets other batches is unavailable alone', CONFLICT, 'unavailable'],
  ['M5 a change whose key is always taken fails alone, for good', VIOLATION, 'internal'],
])('%s', async (_, conflict, code) => {
  const { db, uid, roomId } = await createTestRoom();
  const jobs = [
    createSendJob(uid, { roomId, text: 'one' }),
    { ...createSendJob(uid, { roomId }), mutation: 'collide' },
  ];
  const { engine, locked } = createEngine(db);
  const mutations = createConflicting(4, conflict);
  expect(codes(await runIn(engine, mutations, jobs))).toEqual(['stored', code]);
  expect(locked).toHaveLength(4);
  expect(await readStored(db, roomId)).toEqual({ seq: 1, texts: ['one'] });
  const [, later] = jobs;
  expect(later && codes(await runIn(engine, mutations, [later]))).toEqual(['stored']);
});

test.runIf(isOnPostgres).each([
  ['40P01', 'unavailable'],
  ['40001', 'unavailable'],
  ['23505', 'internal'],
  ['22012', 'internal'],
])('M4 M5 a change that always fails with SQLSTATE %s is %s, alone', async (state, code) => {
  const { db, uid, roomId } = await createTestRoom();
  const raise = CompiledQuery.raw(`do $$ begin raise exception using errcode = '${state}'; end $$`);
  const mutations = { ...MUTATIONS, raise: createSendThen(db => db.executeQuery(raise)) };
  const outcomes = await runBatch(db, mutations, [
    createSendJob(uid, { roomId, text: 'one' }),
    { ...createSendJob(uid, { roomId }), mutation: 'raise' },
    createSendJob(uid, { roomId, text: 'two' }),
  ]);
  expect(codes(outcomes)).toEqual(['stored', code, 'stored']);
  expect(await readStored(db, roomId)).toEqual({ seq: 2, texts: ['one', 'two'] });
});
