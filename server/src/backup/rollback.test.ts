import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import { compareReleases, RELEASE } from '../base/release.ts';
import { readEpoch } from '../db/epoch.ts';
import { openDataFolder } from '../db/open.ts';
import { recordRelease } from '../db/release-history.ts';
import type { Db } from '../db/schema.ts';
import { lockFolder } from '../db/sqlite/folder-lock.ts';
import { endImport, listImportSnapshots, takeImportSnapshot } from '../db/sqlite/import-snapshot.ts';
import { MIGRATIONS, migrate } from '../db/sqlite/migrate.ts';
import { openSqlite } from '../db/sqlite/sqlite.ts';
import { openStorage } from '../files/storage/open-storage.ts';
import { createDataFolder, readContents } from '../testing/data-folder.ts';
import { createOlderDatabase } from '../testing/older-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { type RollbackReport, rollBack, type SnapshotPlan } from './rollback.ts';

const NOW = new Date('2026-03-04T05:06:07Z');
const PREVIOUS = '0.4.9';

const TOPIC: Migration = {
  up: async db => void (await sql`alter table rooms add column topic text`.execute(db)),
};
const FAILING: Migration = {
  up: async db => void (await sql`insert into nowhere values (1)`.execute(db)),
};

/** An update of the tables, as the start of a release does it. */
const update = (db: Db, data: string, name: string, migration = TOPIC) =>
  migrate(db, { snapshotFolder: join(data, 'snapshots'), migrations: { ...MIGRATIONS, [name]: migration } });

/** A data folder that ran on the previous release, with a message and a session of that time. */
async function createPrevious() {
  const folder = await createDataFolder();
  await recordRelease(folder.db, PREVIOUS);
  await folder.sendText('before the update');
  await sql`insert into sessions (id, "userId", token, "createdAt", "updatedAt", "expiresAt")
    values ('s', ${folder.uid}, 't', 1, 1, 9e15)`.execute(folder.db);
  return folder;
}

async function createUpdated() {
  const folder = await createPrevious();
  await update(folder.db, folder.data, '9998-topic');
  await recordRelease(folder.db, RELEASE);
  return folder;
}

async function run(
  data: string,
  isWanted = true,
  undo: 'update' | 'import' = 'update',
): Promise<RollbackReport & { asked: SnapshotPlan[] }> {
  const asked: SnapshotPlan[] = [];
  const confirm = async (plan: SnapshotPlan) => {
    asked.push(plan);
    return isWanted;
  };
  return { ...(await rollBack({ data, undo, storage: openStorage({ data }), now: NOW, confirm })), asked };
}

const readTexts = async (data: string) => (await readContents(data)).texts;

test('B7 the tests update to this release', () => {
  expect(compareReleases(PREVIOUS, RELEASE)).toBeLessThan(0);
});

test('B7 a rollback shows the version, the time and what is newer, and puts the snapshot back', async () => {
  const { db, data, sendText, sendFile } = await createUpdated();
  const epoch = await readEpoch(db);
  await sendText('after the update');
  await sendFile('a newer file');
  await db.destroy();
  const { plan, replaced, asked } = await run(data);
  expect(asked).toEqual([plan]);
  expect(plan).toMatchObject({
    kind: 'snapshot',
    release: PREVIOUS,
    newer: { messages: 2, files: 1, rooms: 0, people: 0 },
  });
  expect(Math.abs(Date.now() - asked[0]!.takenAt.getTime())).toBeLessThan(60_000);
  expect(replaced).toBe(join(data, 'before-rollback-20260304T050607Z'));
  const { db: reopened, unlock } = await openDataFolder(data);
  onTestFinished(async () => {
    await reopened.destroy();
    unlock();
  });
  expect(await readTexts(data)).toEqual(['before the update']);
  expect(await sql`select * from sessions`.execute(reopened)).toMatchObject({ rows: [] });
  expect(await readEpoch(reopened)).not.toBe(epoch);
  expect(
    (await sql`select * from pragma_table_info('rooms') where name = 'topic'`.execute(reopened)).rows,
  ).toEqual([]);
});

test('B7 the replaced database is complete, with what its log had', async () => {
  const { db, data, sendText } = await createUpdated();
  await sendText('after the update');
  await db.destroy();
  const { replaced = '' } = await run(data);
  expect(readdirSync(replaced)).toEqual(['snug.db']);
  const kept = openSqlite(join(replaced, 'snug.db'));
  onTestFinished(() => kept.destroy());
  const { rows } = await sql<{ text: string }>`select text from messages order by seq`.execute(kept);
  expect(rows.map(({ text }) => text)).toEqual(['before the update', 'after the update']);
});

test('B7 nothing changes if the answer is no', async () => {
  const { db, data } = await createUpdated();
  await db.destroy();
  const before = readFileSync(join(data, 'snug.db'));
  const { replaced, asked } = await run(data, false);
  expect([replaced, asked.length]).toEqual([undefined, 1]);
  expect(readFileSync(join(data, 'snug.db')).equals(before)).toBe(true);
  expect(readdirSync(data).filter(name => name.includes('rollback'))).toEqual([]);
});

test('B7 an update that changed no table needs no rollback, also if an earlier one did', async () => {
  const { db, data } = await createPrevious();
  await recordRelease(db, RELEASE);
  expect(await run(data)).toMatchObject({ plan: { kind: 'start', release: PREVIOUS }, asked: [] });

  const later = await createDataFolder();
  await recordRelease(later.db, '0.4.0');
  await update(later.db, later.data, '9998-topic');
  await recordRelease(later.db, PREVIOUS);
  await recordRelease(later.db, RELEASE);
  await later.db.destroy();
  expect(await run(later.data)).toMatchObject({ plan: { kind: 'start', release: PREVIOUS }, asked: [] });
});

test('B7 the snapshot of a failed update is not put back', async () => {
  const { db, data, sendText } = await createPrevious();
  await recordRelease(db, RELEASE);
  await expect(update(db, data, '9999-failing', FAILING)).rejects.toThrow('could not be upgraded');
  await sendText('weeks later');
  await db.destroy();
  expect(readdirSync(join(data, 'snapshots'))).toHaveLength(1);
  expect(await run(data)).toMatchObject({ plan: { kind: 'start', release: PREVIOUS }, asked: [] });
  expect(await readTexts(data)).toContain('weeks later');
});

test('B7 a release that never started on the database undoes no update of others', async () => {
  const { db, data } = await createDataFolder();
  await recordRelease(db, '0.4.0');
  await update(db, data, '9998-topic');
  await recordRelease(db, PREVIOUS);
  await db.destroy();
  expect(await run(data)).toMatchObject({ plan: { kind: 'start', release: PREVIOUS }, asked: [] });
});

test('B7 the release before the first one that recorded itself is known by its tables', async () => {
  for (const [last, release] of [
    ['0100-workspace', '0.4.0'],
    ['0010-incarnations', undefined],
  ] as const) {
    const { db, path } = await createOlderDatabase(last);
    const data = dirname(path);
    await migrate(db, { snapshotFolder: join(data, 'snapshots') });
    await recordRelease(db, RELEASE);
    await db.destroy();
    expect((await run(data, false)).plan).toMatchObject({ kind: 'snapshot', release });
  }
});

test('B7 a snapshot from before releases were stored counts, and between releases, too', async () => {
  const old = await createDataFolder();
  await update(old.db, old.data, '9998-topic');
  await recordRelease(old.db, RELEASE);
  await old.db.destroy();
  expect((await run(old.data)).plan).toMatchObject({ kind: 'snapshot', release: undefined });

  const { db, data } = await createDataFolder();
  await recordRelease(db, RELEASE);
  await update(db, data, '9998-topic');
  await recordRelease(db, RELEASE);
  await db.destroy();
  expect((await run(data)).plan).toMatchObject({ kind: 'snapshot', release: RELEASE });
});

test('B7 a second rollback finds nothing to put back', async () => {
  const { db, data } = await createUpdated();
  await db.destroy();
  await run(data);
  expect(await run(data)).toMatchObject({ plan: { kind: 'start', release: PREVIOUS }, asked: [] });
});

test('B7 there is nothing to go back to on a new database', async () => {
  const { db, data } = await createDataFolder();
  await recordRelease(db, RELEASE);
  await db.destroy();
  expect((await run(data)).plan).toEqual({ kind: 'none' });
  await expect(run(temporaryFolder())).rejects.toThrow('There is no database in');
});

test('B7 a rollback needs Snug to be stopped, and no interrupted restore', async () => {
  const { db, data } = await createUpdated();
  await db.destroy();
  const unlock = lockFolder(data);
  await expect(run(data)).rejects.toThrow('stop it first');
  unlock?.();
  mkdirSync(join(data, 'restore-20260101T000000Z'));
  await expect(run(data)).rejects.toThrow('A restore was interrupted');
});

test('B7 a damaged snapshot changes nothing', async () => {
  const { db, data } = await createUpdated();
  await db.destroy();
  const [name = ''] = readdirSync(join(data, 'snapshots'));
  const path = join(data, 'snapshots', name);
  const bytes = readFileSync(path);
  // Not the first pages, which the plan reads.
  bytes.fill(0x5a, bytes.length - 4_096 * 3);
  writeFileSync(path, bytes);
  await expect(run(data)).rejects.toThrow(/damaged|malformed|unable to open/);
  expect(await readTexts(data)).toEqual(['before the update']);
  expect(readdirSync(data).filter(entry => /^snug\.db\.|before-rollback/.test(entry))).toEqual([]);
});

test('B7 what a killed rollback left does no harm, and two in one second have folders of their own', async () => {
  const { db, data } = await createUpdated();
  await db.destroy();
  writeFileSync(join(data, 'snug.db.rollback'), 'half a copy');
  mkdirSync(join(data, 'before-rollback-20260304T050607Z'));
  const { replaced = '' } = await run(data);
  expect(replaced).toBe(join(data, 'before-rollback-20260304T050608Z'));
  expect(existsSync(join(data, 'snug.db.rollback'))).toBe(false);
  // Undoing it is moving one file.
  renameSync(join(replaced, 'snug.db'), join(data, 'snug.db'));
  expect((await run(data, false)).asked).toHaveLength(1);
});

test('B7 a rollback of an import puts back the copy from before it', async () => {
  const { db, data, sendText } = await createPrevious();
  await recordRelease(db, RELEASE);
  await sendText('before the import');
  const snapshot = await takeImportSnapshot(db, data, NOW);
  await sendText('imported');
  endImport(data, snapshot);
  await db.destroy();
  expect((await run(data)).plan).toEqual({ kind: 'start', release: PREVIOUS });
  expect((await run(data, true, 'import')).plan).toMatchObject({ kind: 'snapshot', newer: { messages: 1 } });
  expect(await readTexts(data)).toEqual(['before the update', 'before the import']);
});

test('B7 a rollback of an update never puts back the copy from before a later import', async () => {
  const { db, data } = await createUpdated();
  const { path } = await takeImportSnapshot(db, data, new Date(Date.now() + 60_000));
  await db.destroy();
  const { plan } = await run(data, false);
  expect(plan).toMatchObject({ kind: 'snapshot', path: expect.stringContaining('before-9998-topic') });
  expect((await run(data, false, 'import')).plan).toMatchObject({ path });
});

test('B7 there is no import to undo without one', async () => {
  const { db, data } = await createUpdated();
  await db.destroy();
  expect(await run(data, true, 'import')).toMatchObject({ plan: { kind: 'none' }, replaced: undefined });
});

test('B7 an import that goes on after a kill keeps the copy from its begin, unless Snug has started since', async () => {
  const { db, data, sendText } = await createDataFolder();
  const first = await takeImportSnapshot(db, data, NOW);
  await sendText('half of an import');
  const later = (seconds: number) => new Date(NOW.getTime() + 1_000 * seconds);
  expect(await takeImportSnapshot(db, data, later(1))).toEqual(first);
  endImport(data, first);
  const second = await takeImportSnapshot(db, data, later(2));
  expect(second.path).not.toBe(first.path);
  // As a start does it.
  rmSync(join(data, 'uploads'), { recursive: true });
  const third = await takeImportSnapshot(db, data, later(3));
  expect(listImportSnapshots(data)).toEqual([third, second]);
});
