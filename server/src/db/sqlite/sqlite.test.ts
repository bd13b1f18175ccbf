import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StartError } from '../../base/start-error.ts';
import { temporaryDatabase, temporaryFolder } from '../../testing/database.ts';
import { readEpoch } from '../epoch.ts';
import { openDataFolder } from './data-folder.ts';
import { migrate } from './migrate.ts';
import { isStorageFailure, openSqlite } from './sqlite.ts';

test('M1 on every connection, each commit is synced to disk and foreign keys are checked', async () => {
  const { db, path, unlock } = await openDataFolder(temporaryFolder());
  const read = openSqlite(path, { readOnly: true });
  for (const each of [db, read]) {
    const settings = ['synchronous', 'journal_mode', 'foreign_keys'].map(async name => {
      const { rows } = await each.executeQuery<Record<string, unknown>>(CompiledQuery.raw(`pragma ${name}`));
      return rows[0]?.[name];
    });
    expect(await Promise.all(settings)).toEqual([2, 'wal', 1]);
  }
  await read.destroy();
  await db.destroy();
  unlock();
});

test('a statement is prepared once, and the cache is bounded', async () => {
  const { db } = await temporaryDatabase();
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  onTestFinished(() => prepare.mockRestore());
  const ask = (number: number) => db.executeQuery(CompiledQuery.raw(`select ${number} as "number"`));
  for (let time = 0; time < 3; time++) expect((await ask(0)).rows).toEqual([{ number: 0 }]);
  expect(prepare).toHaveBeenCalledTimes(1);
  for (let number = 0; number < 2_000; number++) await ask(number);
  prepare.mockClear();
  await ask(1_999);
  expect(prepare).toHaveBeenCalledTimes(0);
  expect((await ask(0)).rows).toEqual([{ number: 0 }]);
  expect(prepare).toHaveBeenCalledTimes(1);
});

test('M1 a database that cannot be durable is not opened', () => {
  expect(() => openSqlite(':memory:')).toThrow(StartError);
});

test('a read-only database rejects writes', async () => {
  const { path } = await temporaryDatabase();
  const read = openSqlite(path, { readOnly: true });
  await expect(read.deleteFrom('users').execute()).rejects.toThrow(/readonly/);
  await read.destroy();
});

test('M4 an invalid statement is not a storage failure', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('create table t (a integer primary key, b text not null) strict');
  const wrong = [
    'insert into t values (1, null)',
    "insert into t values ('x', 'x')",
    'insert into u values (1)',
  ];
  for (const sql of wrong)
    expect([sql, isStorageFailure(catchError(() => database.exec(sql)))]).toEqual([sql, false]);
  database.exec('pragma max_page_count = 2');
  const full = catchError(() => database.exec("insert into t values (1, zeroblob(100000) || '')"));
  expect([full instanceof Error, isStorageFailure(full)]).toEqual([true, true]);
  for (const error of [new Error('x'), undefined, 'disk', { errcode: 13 }])
    expect(isStorageFailure(error)).toBe(false);
  for (const errcode of [10, 13, 5, 11, 26, 522]) {
    expect([errcode, isStorageFailure(Object.assign(new Error('x'), { errcode }))]).toEqual([errcode, true]);
  }
});

function catchError(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('a new database gets its tables and an epoch, and keeps both at the next migration', async () => {
  const { db } = await temporaryDatabase();
  const epoch = await readEpoch(db);
  await db.insertInto('meta').values({ key: 'kept', value: 'yes' }).execute();
  await migrate(db);
  expect(await readEpoch(db)).toBe(epoch);
  expect(await db.selectFrom('meta').select('value').where('key', '=', 'kept').execute()).toEqual([
    { value: 'yes' },
  ]);
});

test('C5 every database has an epoch of its own', async () => {
  const readNewEpoch = async () => {
    const { db, unlock } = await openDataFolder(temporaryFolder());
    const epoch = await readEpoch(db);
    await db.destroy();
    unlock();
    return epoch;
  };
  expect(await readNewEpoch()).not.toBe(await readNewEpoch());
});

test('a database that cannot be upgraded stops the start with one line', async () => {
  const db = openSqlite(join(temporaryFolder(), 'snug.db'));
  await db.executeQuery(CompiledQuery.raw('create table rooms (something text)'));
  await expect(migrate(db)).rejects.toThrow(
    /^The database could not be upgraded, at 0001-start \([^\n]+\)\.$/,
  );
  await expect(migrate(db)).rejects.toThrow(StartError);
  await db.destroy();
});

test('a full disk stops the start with its reason, and the database stays as it was', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'snug.db');
  const db = openSqlite(path);
  onTestFinished(() => db.destroy());
  await db.executeQuery(CompiledQuery.raw('pragma max_page_count = 40'));
  await expect(migrate(db)).rejects.toThrow(
    /^The database could not be upgraded, at \d{4}-[a-z-]+ \(database or disk is full\)\. Free some space on its disk, and try again\.$/,
  );
  await db.executeQuery(CompiledQuery.raw('pragma max_page_count = 100000'));
  await migrate(db);
});

test('an error after which SQLite has rolled back itself stays the error of the transaction', async () => {
  const { db } = await temporaryDatabase();
  const repeat = CompiledQuery.raw("insert or rollback into meta select key, 'other' from meta");
  const failing = db.transaction().execute(transaction => transaction.executeQuery(repeat));
  await expect(failing).rejects.toThrow('UNIQUE constraint failed');
});

test('a numbered placeholder may occur anywhere and repeatedly', async () => {
  const { db } = await temporaryDatabase();
  const query = CompiledQuery.raw('select $2 as b, $1 as a, $2 as c', ['one', 'two']);
  expect((await db.executeQuery(query)).rows).toEqual([{ b: 'two', a: 'one', c: 'two' }]);
});

test.each([
  ['busy', 5],
  ['busy while another connection recovers the log', 261],
  ['locked', 6],
])('M4 a read of a database that is %s can be tried again', async (_, errcode) => {
  const { path } = await temporaryDatabase();
  const read = openSqlite(path, { readOnly: true });
  const failure = Object.assign(new Error('database is locked'), { errcode });
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(() => {
    throw failure;
  });
  const find = () => read.executeQuery(CompiledQuery.raw('select "id" from "rooms"'));
  await expect(find()).rejects.toMatchObject({ code: 'unavailable', isRetryable: true });
  prepare.mockRestore();
  expect((await find()).rows).toEqual([]);
  await expect(read.executeQuery(CompiledQuery.raw('select nonsense'))).rejects.toMatchObject({ errcode: 1 });
  await read.destroy();
});
