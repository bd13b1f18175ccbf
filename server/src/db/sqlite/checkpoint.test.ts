import { existsSync, readFileSync, statSync } from 'node:fs';
import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { createSendJob, createTestRoom, runJobs } from '../../testing/database.ts';
import type { Db } from '../schema.ts';
import { checkpoint, checkpointIfLong, disableAutoCheckpoint, truncateWal } from './checkpoint.ts';
import { openSqlite } from './sqlite.ts';

interface WalStatus {
  log: number;
  checkpointed: number;
}

async function readWalStatus(db: Db): Promise<WalStatus> {
  const { rows } = await db.executeQuery<WalStatus>(CompiledQuery.raw('pragma wal_checkpoint(noop)'));
  return { log: Number(rows[0]?.log), checkpointed: Number(rows[0]?.checkpointed) };
}

/** Writes about 30 pages of log. */
function sendLong(db: Db, uid: string, roomId: string) {
  return runJobs(
    db,
    ...Array.from({ length: 10 }, () => createSendJob(uid, { roomId, text: 'x'.repeat(10_000) })),
  );
}

async function readBusyTimeout(db: Db): Promise<number> {
  const { rows } = await db.executeQuery<{ timeout: number }>(CompiledQuery.raw('pragma busy_timeout'));
  return Number(rows[0]?.timeout);
}

function withHook(db: Db, before: (sql: string) => Promise<void>): Db {
  return new Proxy(db, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (key !== 'executeQuery') return typeof value === 'function' ? value.bind(target) : value;
      return async (query: CompiledQuery) => {
        await before(query.sql);
        return target.executeQuery(query);
      };
    },
  });
}

function failing(db: Db, errcode: number): Db {
  return withHook(db, async sql => {
    if (sql.includes('passive')) throw Object.assign(new Error('failed'), { errcode });
  });
}

/** Adds how long SQLite may wait at each truncating checkpoint. */
function notingTimeouts(db: Db, timeoutsMs: number[]): Db {
  return withHook(db, async sql => {
    if (sql.includes('truncate')) timeoutsMs.push(await readBusyTimeout(db));
  });
}

test('the log grows to its limit, and is then copied into the database', async () => {
  const { db, path, uid, roomId } = await createTestRoom();
  await disableAutoCheckpoint(db);
  const grown: number[] = [];
  for (let before = await readWalStatus(db); before.checkpointed === 0; before = await readWalStatus(db)) {
    grown.push(before.log);
    await sendLong(db, uid, roomId);
    await checkpointIfLong(db);
  }
  expect(grown.at(-1)).toBeGreaterThan(900);
  const { log, checkpointed } = await readWalStatus(db);
  expect([log >= 1_000, checkpointed]).toEqual([true, log]);
  const { size } = statSync(`${path}-wal`);
  for (let round = 0; round < 20; round++) await sendLong(db, uid, roomId);
  expect(statSync(`${path}-wal`).size, 'it began anew').toBe(size);
});

test('a checkpoint does not wait for readers of an older state, and is completed later', async () => {
  const { db, path, uid, roomId } = await createTestRoom();
  await disableAutoCheckpoint(db);
  const reader = openSqlite(path, { readOnly: true });
  await reader.executeQuery(CompiledQuery.raw('begin'));
  await reader.selectFrom('rooms').selectAll().execute();
  await sendLong(db, uid, roomId);
  await checkpoint(db);
  const partly = await readWalStatus(db);
  expect(partly.checkpointed).toBeLessThan(partly.log);
  await reader.destroy();
  await checkpoint(db);
  const { log, checkpointed } = await readWalStatus(db);
  expect(checkpointed).toBe(log);
});

test('M1 a failed sync of a checkpoint causes an error; after a full disk the log remains for the next one', async () => {
  const { db } = await createTestRoom();
  await expect(checkpoint(failing(db, 1034))).rejects.toThrow('failed');
  for (const errcode of [13, 778, 10]) await checkpoint(failing(db, errcode));
});

test('the log is deleted when the database is closed', async () => {
  const { path, db } = await createTestRoom();
  const again = openSqlite(path);
  await disableAutoCheckpoint(again);
  await db.destroy();
  await again.deleteFrom('users').where('id', '=', newId()).execute();
  await again.destroy();
  expect(existsSync(`${path}-wal`)).toBe(false);
});

test('M6 the log is emptied of deleted texts, unless a reader uses an older state', async () => {
  const { db, path, uid, roomId } = await createTestRoom();
  await disableAutoCheckpoint(db);
  await runJobs(db, createSendJob(uid, { roomId, text: 'MARKED' }));
  await db.updateTable('messages').set({ text: null }).execute();
  const reader = openSqlite(path, { readOnly: true });
  await reader.executeQuery(CompiledQuery.raw('begin'));
  await reader.selectFrom('rooms').selectAll().execute();
  await runJobs(db, createSendJob(uid, { roomId, text: 'later' }));
  const timeoutMs = await readBusyTimeout(db);
  const timeoutsMs: number[] = [];
  expect(await truncateWal(notingTimeouts(db, timeoutsMs))).toBe(false);
  expect(timeoutsMs, 'it does not wait for the reader').toEqual([0]);
  expect(await readBusyTimeout(db)).toBe(timeoutMs);
  expect(timeoutMs).toBeGreaterThan(0);
  expect(readFileSync(`${path}-wal`, 'latin1')).toContain('MARKED');
  await reader.destroy();
  expect(await truncateWal(db)).toBe(true);
  for (const file of [path, `${path}-wal`]) expect(readFileSync(file, 'latin1')).not.toContain('MARKED');
});
