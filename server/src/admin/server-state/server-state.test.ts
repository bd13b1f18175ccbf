import type { Checkup } from '@snug/protocol';
import { expect, test } from 'vitest';
import { RELEASE } from '../../base/release.ts';
import type { Connection } from '../../cluster/bus/bus.ts';
import { registerNode, releaseNode, storeCheckup } from '../../cluster/nodes/node-store.ts';
import { readConfig } from '../../config/config.ts';
import { recordBackup } from '../../db/last-backup.ts';
import type { FileStoreState } from '../../files/storage/storage.ts';
import { NOW, runJob, temporaryDatabase } from '../../testing/database.ts';
import { isOnPostgres } from '../../testing/select-engine.ts';
import { createServerState } from '../../testing/server-state.ts';
import { describeServer } from './describe-server.ts';

async function createSetup() {
  const { db } = await temporaryDatabase();
  const jobs = { listFailed: () => [{ kind: 'sweep_files', at: NOW - 1 }] };
  return { db, reader: createServerState(db, { jobs }) };
}

test('A21 the state has engine, release, disk, size of the database and failed jobs', async () => {
  const { reader } = await createSetup();
  const { databaseBytes, ...state } = await reader.read();
  expect(databaseBytes).toBeGreaterThan(10_000);
  expect(state).toEqual({
    engine: isOnPostgres ? 'postgres' : 'sqlite',
    release: RELEASE,
    commands: 'npm',
    nodes: isOnPostgres ? [] : [{ release: RELEASE, startedAt: NOW - 5_000, seenAt: NOW }],
    dueJobs: 0,
    failedJobs: [{ kind: 'sweep_files', at: NOW - 1 }],
    disk: { total: 1_000, free: 10 },
    settings: [],
  });
});

test.runIf(isOnPostgres)(
  'A21 living nodes are listed with their release, and ended ones are not',
  async () => {
    const { db, reader } = await createSetup();
    const before = Date.now();
    await registerNode(db, 'a', '1.0.0');
    await registerNode(db, 'b', '1.0.1');
    await releaseNode(db, 'b', 0);
    const { nodes } = await reader.read();
    expect(nodes.map(({ release }) => release)).toEqual(['1.0.0']);
    expect(nodes[0]?.seenAt).toBe(nodes[0]?.startedAt);
    expect(Math.abs((nodes[0]?.seenAt ?? 0) - before)).toBeLessThan(60_000);
  },
);

test('A21 due jobs count until a server has them', async () => {
  const { db, reader } = await createSetup();
  const run = (mutation: string, input: object) =>
    runJob<{ job?: object }>(db, { mutation, caller: { uid: '' }, input }, NOW);
  await run('schedule_jobs', { kinds: ['first', 'second'] });
  expect((await reader.read()).dueJobs).toBe(2);
  const { id: jobId } = await db.selectFrom('jobs').select('id').limit(1).executeTakeFirstOrThrow();
  await run('claim_job', { jobId, owner: 'a' });
  expect((await reader.read()).dueJobs).toBe(1);
});

test('A21 the last backup is known', async () => {
  const { db, reader } = await createSetup();
  const backup = { at: NOW, bytes: 7, missingFiles: 1 };
  await recordBackup(db, backup);
  expect((await reader.read()).backup).toEqual(backup);
});

test('A21 the settings contain values and no secrets', async () => {
  const env = {
    SNUG_URL: 'https://chat.example.org',
    SNUG_SECRET: 'hidden'.repeat(9),
    DATABASE_URL: 'postgres://snug:hidden@db/snug',
    SNUG_SMTP_URL: 'smtps://snug:hidden@mail.example.org',
    SNUG_MAIL_FROM: 'snug@example.org',
    GITHUB_CLIENT_ID: 'hidden',
    GITHUB_CLIENT_SECRET: 'hidden',
  };
  const { db: read } = await temporaryDatabase();
  const { engine, settings } = describeServer(readConfig(env), { read, now: () => NOW });
  expect(engine).toBe('postgres');
  expect(JSON.stringify(settings)).not.toContain('hidden');
  expect(settings).toEqual(
    expect.arrayContaining([
      { name: 'SNUG_URL', value: 'https://chat.example.org' },
      { name: 'SNUG_QUOTA_MB', value: '1024' },
      { name: 'providers', value: 'GitHub' },
      { name: 'mail', value: 'on' },
    ]),
  );
});

test('A21 what a server has found on its machine comes with it, and a check comes first if asked for', async () => {
  const { db } = await createSetup();
  const line = { check: 'clock', status: 'warn' as const, text: 'It is late.', next: 'Set it.' };
  const checkups = {
    last: undefined as Checkup | undefined,
    run: async () => {
      checkups.last = { at: NOW, lines: [line] };
      if (isOnPostgres) await storeCheckup(db, 'a', checkups.last);
    },
  };
  if (isOnPostgres) await registerNode(db, 'a', RELEASE);
  const reader = createServerState(db, { checkups });
  expect((await reader.read()).nodes[0]).not.toHaveProperty('checkup');
  const expected = { checkup: { at: NOW, lines: [line] } };
  expect((await reader.read({ check: true })).nodes).toMatchObject([expected]);
  expect((await reader.read()).nodes).toMatchObject([expected]);
});

test('A21 the state has the problem of the file store, if there is a store', async () => {
  const { db: read } = await temporaryDatabase();
  const readWith = (fileStore?: FileStoreState) => createServerState(read, { fileStore }).read();
  expect(await readWith()).not.toHaveProperty('fileStore');
  expect((await readWith({ findProblem: async () => undefined })).fileStore).toEqual({});
  const problem = { reason: 'key', since: NOW };
  expect((await readWith({ findProblem: async () => problem })).fileStore).toEqual({ problem });
});

test('A21 the state has the connection to the message broker, if there is one', async () => {
  const { db: read } = await temporaryDatabase();
  const readWith = (brokerConnection?: Connection) =>
    createServerState(read, { bus: brokerConnection ? { brokerConnection } : {} }).read();
  expect(await readWith()).not.toHaveProperty('broker');
  for (const isConnected of [true, false])
    expect((await readWith({ isConnected, forMs: 700.4 })).broker).toEqual({ isConnected, since: NOW - 700 });
});

test('A21 the state has the progress of the search, once it is known', async () => {
  const { db: read } = await temporaryDatabase();
  const progress = { share: 0.4, leaving: 7, isPaused: true, bytes: 4_096 };
  const readWith = (readProgress: () => Promise<typeof progress | undefined>) =>
    createServerState(read, { searchIndex: { readProgress } }).read();
  expect((await readWith(async () => progress)).search).toEqual(progress);
  expect((await readWith(async () => undefined)).search).toBeUndefined();
});
