import { Random } from '@snug/testkit/random.ts';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import type { Db } from '../../../db/schema.ts';
import { connectAgain, isOnPostgres, NOW, temporaryDatabase } from '../../../testing/database.ts';
import type { ImportSource } from '../import-source.ts';
import { generateArchive, toSource } from './testing/generated-archive.ts';
import { killImports } from './testing/kill-imports.ts';
import { hashTables, runImport, toTarget } from './testing/run-import.ts';

const SIZE = { messages: 900, rooms: 9 };
const SEED = 11;
/** More of them are in `faults/`. */
const KILLS = Number(process.env.SNUG_IMPORT_KILLS ?? 3);

async function openTarget() {
  const database = await temporaryDatabase();
  return { database, ...(await toTarget(database)) };
}

let quietImport: Promise<Record<string, string>> | undefined;

/** Of an import that nothing disturbs. */
function hashQuietImport(): Promise<Record<string, string>> {
  quietImport ??= runQuietImport();
  return quietImport;
}

async function runQuietImport(): Promise<Record<string, string>> {
  const target = await openTarget();
  await runImport(target, toSource(generateArchive(SEED, SIZE)));
  return hashTables(target.db, target.owner);
}

async function findUrl(db: Db): Promise<string> {
  if (!isOnPostgres) return '';
  const { rows } = await sql<{ name: string }>`select current_database() as "name"`.execute(db);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${rows[0]?.name ?? ''}`;
  return url.href;
}

test('an import that was killed at random moments ends as a quiet one', { timeout: 600_000 }, async () => {
  const { db, folder, owner } = await openTarget();
  const task = { folder, url: await findUrl(db), owner, seed: SEED, messages: SIZE.messages, now: NOW };
  const killed = await killImports(task, KILLS, new Random(SEED).next);
  expect(killed).toBeGreaterThan(0);
  expect(await hashTables(db, owner)).toEqual(await hashQuietImport());
});

/** Calls `onBatch` before each batch of messages. */
function watchBatches(source: ImportSource, onBatch: (index: number) => Promise<unknown>): ImportSource {
  let index = 0;
  return {
    ...source,
    async *messages(room) {
      for await (const batch of source.messages(room)) {
        await onBatch(index++);
        yield batch;
      }
    },
  };
}

test.runIf(isOnPostgres)('an import that loses its database continues with another connection', async () => {
  const { database, ...target } = await openTarget();
  for (const lostAt of [0, 3, 7, 8]) {
    const db = await connectAgain(database);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as "pid"`.execute(db);
    const end = () => sql`select pg_terminate_backend(${rows[0]?.pid ?? 0}::int)`.execute(target.db);
    const source = watchBatches(
      toSource(generateArchive(SEED, SIZE)),
      async index => index === lostAt && end(),
    );
    await expect(runImport({ ...target, db }, source)).rejects.toThrow(/terminat|connection/i);
  }
  expect(await runImport(target, toSource(generateArchive(SEED, SIZE)))).toEqual([]);
  expect(await hashTables(target.db, target.owner)).toEqual(await hashQuietImport());
});

test.runIf(!isOnPostgres)('an import on a full disk continues when there is space again', async () => {
  const target = await openTarget();
  const { db } = target;
  const pages = async () =>
    (await sql<{ count: number }>`select page_count as "count" from pragma_page_count`.execute(db)).rows[0]
      ?.count ?? 0;
  for (const left of [10, 30, 60]) {
    await sql.raw(`pragma max_page_count = ${(await pages()) + left}`).execute(db);
    await expect(runImport(target, toSource(generateArchive(SEED, SIZE)))).rejects.toThrow(/full/);
  }
  await sql.raw('pragma max_page_count = 1000000').execute(db);
  expect(await runImport(target, toSource(generateArchive(SEED, SIZE)))).toEqual([]);
  expect(await hashTables(db, target.owner)).toEqual(await hashQuietImport());
});

test('an import continues when a file could not be stored', async () => {
  const target = await openTarget();
  const source = toSource(generateArchive(SEED, SIZE));
  let opened = 0;
  const failing: ImportSource = {
    ...source,
    openFile: async id => {
      if (++opened > 15) throw new Error('no space left on device');
      return source.openFile(id);
    },
  };
  await expect(runImport(target, failing)).rejects.toThrow('no space left');
  expect(await runImport(target, toSource(generateArchive(SEED, SIZE)))).toEqual([]);
  expect(await hashTables(target.db, target.owner)).toEqual(await hashQuietImport());
});
