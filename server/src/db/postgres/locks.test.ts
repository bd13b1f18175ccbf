import { until } from '@snug/testkit/until.ts';
import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import {
  addPerson,
  connectAgain,
  createRoomJob,
  runJobs,
  temporaryDatabase,
} from '../../testing/database.ts';
import type { Db } from '../schema.ts';
import { LOCK_NEW_ROOMS, LOCK_PEOPLE, LOCK_ROOMS, splitLockKeys } from './locks.ts';

async function run<Row>(db: Db, sql: string, parameters: unknown[] = []): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(sql, parameters))).rows;
}

/** Whether the statement has the first of two rows while it waits for the second one. `ids`: of the rows. */
async function hasFirst(lock: string, table: string, ids: readonly [string, string]): Promise<boolean> {
  const database = await temporaryDatabase();
  const uid = await addPerson(database.db, 'Ann');
  if (table === 'rooms') await runJobs(database.db, ...ids.map(id => createRoomJob(uid, { id })));
  else
    await database.db
      .insertInto('users')
      .values(ids.map(id => ({ ...USER, id, email: id })))
      .execute();
  const [holder, waiter, third] = [database.db, await connectAgain(database), await connectAgain(database)];
  await run(holder, 'begin');
  await run(holder, lock, [[ids[1]]]);
  await run(waiter, 'begin');
  const waiting = run(waiter, lock, [[ids[1], ids[0]]]);
  await until('the statement waits', async () => {
    const [row] = await run<{ count: number }>(third, COUNT_WAITING);
    return row?.count === 1;
  });
  const isFree = await run(third, `select 1 from "${table}" where "id" = $1 for no key update nowait`, [
    ids[0],
  ]).then(
    () => true,
    () => false,
  );
  await run(holder, 'rollback');
  await waiting;
  await run(waiter, 'rollback');
  return !isFree;
}

const COUNT_WAITING = `select count(*) as "count" from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

const AT = new Date(0).toISOString();
const USER = { name: 'Ben', emailVerified: false, avatar: null, createdAt: AT, updatedAt: AT };

test('locks of rooms are taken in the order of their ids', async () => {
  expect(await hasFirst(LOCK_ROOMS, 'rooms', ['B', 'a'])).toBe(true);
});

test('locks of people are taken in the order of their ids', async () => {
  expect(await hasFirst(LOCK_PEOPLE, 'users', ['B', 'a'])).toBe(true);
});

test('a transaction waits for another one that creates the same room', async () => {
  const database = await temporaryDatabase();
  const uid = await addPerson(database.db, 'Ann');
  await runJobs(database.db, createRoomJob(uid, { id: 'b' }));
  const [holder, waiter, third] = [database.db, await connectAgain(database), await connectAgain(database)];
  await run(holder, 'begin');
  await run(holder, LOCK_NEW_ROOMS, [['a']]);
  await run(waiter, 'begin');
  let isWaiting = true;
  const waiting = run(waiter, LOCK_NEW_ROOMS, [['a', 'b']]).finally(() => (isWaiting = false));
  await until(
    'the statement waits',
    async () => (await run<{ count: number }>(third, COUNT_WAITING))[0]?.count === 1,
  );
  expect(isWaiting).toBe(true);
  await run(holder, 'rollback');
  await waiting;
  await run(waiter, 'rollback');
});

test('lock keys name rooms and people', () => {
  expect(splitLockKeys(['person:ann', 'room:a', 'room:b'])).toEqual({ roomIds: ['a', 'b'], uids: ['ann'] });
});
