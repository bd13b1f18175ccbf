import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery, type CompiledQuery as Query } from 'kysely';
import { expect, test } from 'vitest';
import { DeadlockError } from './lock-manager.ts';
import { type RowChange } from './row-log.ts';
import { SharedDatabase } from './shared-database.ts';

const [BEGIN, COMMIT, ROLLBACK, SAVEPOINT, UNDO] = [
  'begin',
  'commit',
  'rollback',
  'savepoint job',
  'rollback to savepoint job',
].map(sql => CompiledQuery.raw(sql)) as [Query, Query, Query, Query, Query];

/** A database with a few numbers, and the committed changes. */
function numbers() {
  const database = new DatabaseSync(':memory:');
  database.exec(`create table "numbers" ("name" text primary key, "value" integer);
    insert into "numbers" values ('a', 1), ('b', 1)`);
  const committed: RowChange[] = [];
  const shared = new SharedDatabase(database, {
    waitForTurn: async () => {},
    onCommit: changes => void committed.push(...changes),
  });
  const stored = () => database.prepare('select "name", "value" from "numbers" order by "name"').all();
  return { shared, committed, stored };
}

const raise = (name: string) =>
  CompiledQuery.raw('update "numbers" set "value" = "value" + 1 where "name" = $1', [name]);
const add = (name: string) => CompiledQuery.raw('insert into "numbers" values ($1, 0)', [name]);
const remove = (name: string) => CompiledQuery.raw('delete from "numbers" where "name" = $1', [name]);

test('an uncommitted transaction is rolled back, completely or to a savepoint', async () => {
  const { shared, committed, stored } = numbers();
  const before = stored();
  const { db } = shared.transaction();
  for (const query of [BEGIN, raise('a'), add('c'), remove('b'), raise('a'), ROLLBACK])
    await db.executeQuery(query);
  expect([stored(), committed]).toEqual([before, []]);
  for (const query of [BEGIN, raise('a'), SAVEPOINT, remove('b'), UNDO, COMMIT]) await db.executeQuery(query);
  expect(committed).toEqual([
    { table: 'numbers', before: { name: 'a', value: 1 }, after: { name: 'a', value: 2 } },
  ]);
  expect(stored()).toMatchObject([{ value: 2 }, { value: 1 }]);
});

test('a transaction waits for the end of another one that wrote the row, and a deadlock fails', async () => {
  const { shared, stored } = numbers();
  const [one, other] = [shared.transaction(), shared.transaction()];
  await one.db.executeQuery(raise('a'));
  await other.db.executeQuery(raise('b'));
  const waiting = other.db.executeQuery(raise('a'));
  await expect(one.db.executeQuery(raise('b'))).rejects.toThrow(DeadlockError);
  expect(shared.locks.deadlockCount).toBe(1);
  one.abort();
  await waiting;
  await other.db.executeQuery(COMMIT);
  expect(stored()).toMatchObject([{ value: 2 }, { value: 2 }]);
});
