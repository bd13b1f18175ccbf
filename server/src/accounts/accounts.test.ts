import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { dialect, openDatabase, runBatch } from '../db/open.ts';
import { Writer } from '../db/writer.ts';
import { addPerson, temporaryDatabase, temporaryFolder } from '../testing/database.ts';
import { splitDatabase } from './auth-dialect.ts';
import { removeHalfMadeUsers } from './half-made.ts';
import { readOrMakeSecret } from './secret.ts';

test('people without any way to sign in are removed, all others stay', async () => {
  const { db } = await temporaryDatabase();
  await addPerson(db, 'Ann');
  await addPerson(db, 'Half', { halfMade: true });
  await addPerson(db, 'Bob');
  await removeHalfMadeUsers(db);
  await removeHalfMadeUsers(db);
  const names = await db.selectFrom('users').select('name').orderBy('name').execute();
  expect(names).toEqual([{ name: 'Ann' }, { name: 'Bob' }]);
});

test('the secret is made once, is long, and only the owner reads it', () => {
  const folder = temporaryFolder();
  const secret = readOrMakeSecret(folder);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(readOrMakeSecret(folder)).toBe(secret);
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
  expect(readOrMakeSecret(temporaryFolder())).not.toBe(secret);
});

test('a secret that the admin brought is kept', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'secret'), 'brought along\n');
  expect(readOrMakeSecret(folder)).toBe('brought along');
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe('brought along\n');
});

test('the accounts library reads where all read, and writes through the writer alone', async () => {
  const { db, folder } = await temporaryDatabase();
  await addPerson(db, 'Ann');
  const read = openDatabase(folder, { readOnly: true });
  const written: string[] = [];
  const writer = new Writer({
    runBatch: jobs => {
      written.push(...jobs.map(job => ('sql' in job ? job.sql : job.mutation)));
      return runBatch(db, {}, jobs);
    },
    onCommit: () => {},
    onFailure: () => {},
  });
  const { db: split } = splitDatabase(read, writer, dialect);
  const names = sql<{ name: string }>`select "name" from "users"`;
  await split
    .updateTable('users' as never)
    .set({ name: 'Anna' } as never)
    .execute();
  expect(written).toEqual(['update "users" set "name" = ?']);
  expect(
    await split
      .selectFrom('users' as never)
      .select('name' as never)
      .execute(),
  ).toEqual([{ name: 'Anna' }]);
  expect(written).toHaveLength(1);
  expect((await names.execute(split)).rows).toEqual([{ name: 'Anna' }]);
  await expect(split.transaction().execute(async () => {})).rejects.toThrow(/transaction/);
  await read.destroy();
});
