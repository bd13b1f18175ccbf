import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../db/schema.ts';
import { Writer } from '../db/writer.ts';
import {
  addPerson,
  connectAgain,
  dialect,
  NOW,
  runBatch,
  temporaryDatabase,
  temporaryFolder,
} from '../testing/database.ts';
import { createAccountsDatabase } from './auth-dialect.ts';
import { deleteIncompleteUsers } from './incomplete-sign-ups.ts';
import { readOrCreateSecret } from './secret.ts';
import { deleteExpired } from './session-store.ts';

test('people without any sign-in method are deleted after a minute, page by page; all others stay', async () => {
  const { db } = await temporaryDatabase();
  for (const name of ['Ann', 'Half', 'Bob', 'Half', 'Cem'])
    await addPerson(db, name, { isIncomplete: name === 'Half' });
  const names = async () => (await db.selectFrom('users').select('name').execute()).map(({ name }) => name);
  expect(await deleteIncompleteUsers(db, NOW + 60_000, '', 9)).toBeUndefined();
  expect(await names()).toHaveLength(5);
  const last = await deleteIncompleteUsers(db, NOW + 60_001, '', 2);
  expect((await names()).toSorted()).toEqual(['Ann', 'Bob', 'Cem', 'Half']);
  expect(await deleteIncompleteUsers(db, NOW + 60_001, last ?? '', 9)).toBeUndefined();
  expect((await names()).toSorted()).toEqual(['Ann', 'Bob', 'Cem']);
});

test('expired sessions are deleted in batches', async () => {
  const { db } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  for (const [id, endsAt] of [
    ['one', NOW - 1],
    ['two', NOW],
    ['three', NOW + 1],
  ] as const)
    await addSession(db, uid, id, endsAt);
  expect(await deleteExpired(db, NOW, 1)).toBe(1);
  expect(await deleteExpired(db, NOW, 9)).toBe(1);
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([{ id: 'three' }]);
});

async function addSession(db: Db, userId: string, id: string, endsAt: number): Promise<void> {
  const [at, expiresAt] = [NOW, endsAt].map(ms => new Date(ms).toISOString());
  await sql`insert into "sessions" ("id", "userId", "token", "createdAt", "updatedAt", "expiresAt")
    values (${id}, ${userId}, ${id}, ${at}, ${at}, ${expiresAt})`.execute(db);
}

test('the secret is created once, is long, and only its owner can read it', () => {
  const folder = temporaryFolder();
  const secret = readOrCreateSecret(folder);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(readOrCreateSecret(folder)).toBe(secret);
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
  expect(readOrCreateSecret(temporaryFolder())).not.toBe(secret);
});

test('an admin’s own secret is kept', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'secret'), 'brought along\n');
  expect(readOrCreateSecret(folder)).toBe('brought along');
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe('brought along\n');
});

test('the accounts library uses the common read connection, and writes only through the writer', async () => {
  const database = await temporaryDatabase();
  const { db } = database;
  await addPerson(db, 'Ann');
  const read = await connectAgain(database);
  const written: string[] = [];
  const writer = new Writer({
    runBatch: jobs => {
      written.push(...jobs.map(job => ('sql' in job ? job.sql : job.mutation)));
      return runBatch(db, {}, jobs);
    },
    onCommit: () => {},
    onFailure: () => {},
  });
  const { db: split } = createAccountsDatabase(read, writer, dialect);
  const names = sql<{ name: string }>`select "name" from "users"`;
  await split
    .updateTable('users' as never)
    .set({ name: 'Anna' } as never)
    .execute();
  expect(written).toEqual([expect.stringMatching(/^update "users" set "name" = (\?|\$1)$/)]);
  expect(
    await split
      .selectFrom('users' as never)
      .select('name' as never)
      .execute(),
  ).toEqual([{ name: 'Anna' }]);
  expect(written).toHaveLength(1);
  expect((await names.execute(split)).rows).toEqual([{ name: 'Anna' }]);
  await expect(split.transaction().execute(async () => {})).rejects.toThrow(/transaction/);
});
