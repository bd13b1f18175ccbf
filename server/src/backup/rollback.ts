import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { toFileTimestamp } from '../base/file-timestamp.ts';
import { compareReleases, RELEASE } from '../base/release.ts';
import { syncFolder } from '../base/sync-folder.ts';
import { type ReleaseHistory, readReleaseHistory } from '../db/release-history.ts';
import type { Db } from '../db/schema.ts';
import { DATABASE } from '../db/sqlite/data-folder.ts';
import { lockFolder } from '../db/sqlite/folder-lock.ts';
import { listImportSnapshots } from '../db/sqlite/import-snapshot.ts';
import { isRestoreInterrupted } from '../db/sqlite/restore-activation.ts';
import { openSqlite } from '../db/sqlite/sqlite.ts';
import { listSnapshots, type Snapshot } from '../db/sqlite/upgrade-snapshot.ts';
import type { FileStorage } from '../files/storage/storage.ts';
import { BackupError } from './backup-error.ts';
import { assertDiskSpace } from './checks.ts';
import { type RemovedFiles, removeImportedFiles } from './remove-imported-files.ts';
import { prepareRestoredDatabase } from './restored-database.ts';

/** Not a name of SQLite, so that a start ignores what a killed rollback leaves. */
const PARTIAL = `${DATABASE}.rollback`;

/** The release that did not record itself yet, by its last migration. */
const RELEASE_BY_MIGRATION: Readonly<Record<string, string>> = { '0100-workspace': '0.4.0' };

/** Rows that the database has, and the snapshot has not. */
export interface Newer {
  messages: number;
  files: number;
  rooms: number;
  people: number;
}

/** Undoes the last update or import. `release`: that of the snapshot; undefined for other versions before 0.5.0, which began to store it. */
export interface SnapshotPlan {
  kind: 'snapshot';
  path: string;
  release: string | undefined;
  takenAt: Date;
  newer: Newer;
}

/** `start`: the previous release starts on the database as it is. `none`: there is no previous one. */
export type RollbackPlan = SnapshotPlan | { kind: 'start'; release: string } | { kind: 'none' };

export interface RollbackOptions {
  data: string;
  /** By default, an update. A rollback of one never undoes the other. */
  undo?: 'update' | 'import';
  /** Of the data folder. */
  storage: Pick<FileStorage, 'remove'>;
  now: Date;
  confirm: (plan: SnapshotPlan) => Promise<boolean>;
}

export interface RollbackReport {
  plan: RollbackPlan;
  /** The folder with the replaced database; undefined if nothing has changed. */
  replaced: string | undefined;
  /** Of an import that was undone: its files are gone. */
  removed: RemovedFiles | undefined;
}

/** Throws a `BackupError`, or an error of the disk, and then nothing has changed. */
export async function rollBack({
  data,
  undo = 'update',
  storage,
  now,
  confirm,
}: RollbackOptions): Promise<RollbackReport> {
  if (!existsSync(join(data, DATABASE))) throw new BackupError(`There is no database in ${data}.`);
  const unlock = lockFolder(data);
  if (!unlock) throw new BackupError(`Snug runs on the data folder ${data}: stop it first.`);
  try {
    if (isRestoreInterrupted(data))
      throw new BackupError('A restore was interrupted. Start Snug once, which completes it.');
    const plan = await (undo === 'import' ? findImportPlan(data) : findUpdatePlan(data));
    const isWanted = plan.kind === 'snapshot' && (await confirm(plan));
    if (!isWanted) return { plan, replaced: undefined, removed: undefined };
    const replaced = await putBack(data, plan.path, now);
    const removed = undo === 'import' ? await removeImportedFiles(replaced, plan.path, storage) : undefined;
    return { plan, replaced, removed };
  } finally {
    unlock();
  }
}

async function findImportPlan(data: string): Promise<RollbackPlan> {
  const [snapshot] = listImportSnapshots(data);
  if (!snapshot) return { kind: 'none' };
  const db = openSqlite(join(data, DATABASE));
  try {
    return await withAttached(db, snapshot, async () => ({
      kind: 'snapshot',
      ...snapshot,
      release: (await readColumn(db, sql`select value from snapshot.meta where key = 'release'`))[0],
      newer: await countNewer(db),
    }));
  } finally {
    await db.destroy();
  }
}

async function withAttached<Result>(
  db: Db,
  { path }: { path: string },
  run: () => Promise<Result>,
): Promise<Result> {
  await sql`attach ${path} as snapshot`.execute(db);
  try {
    return await run();
  } finally {
    await sql`detach snapshot`.execute(db);
  }
}

async function findUpdatePlan(data: string): Promise<RollbackPlan> {
  const db = openSqlite(join(data, DATABASE));
  try {
    const history = await readReleaseHistory(db);
    const { current, previous } = history;
    // This release has never started on it, such as after a failed update.
    if (current === undefined || compareReleases(current, RELEASE) < 0)
      return current === undefined ? { kind: 'none' } : { kind: 'start', release: current };
    for (const snapshot of listSnapshots(join(data, 'snapshots'))) {
      const plan = await examine(db, snapshot, history);
      if (plan) return plan;
    }
    return previous === undefined ? { kind: 'none' } : { kind: 'start', release: previous };
  } finally {
    await db.destroy();
  }
}

/** Undefined if the snapshot is not that of the last update. */
async function examine(
  db: Db,
  snapshot: Snapshot,
  { current, previous }: ReleaseHistory,
): Promise<SnapshotPlan | undefined> {
  const { path, takenAt } = snapshot;
  return withAttached(db, snapshot, async () => {
    const [migrations, earlier, release] = await Promise.all([
      readColumn(db, sql`select name as value from main.kysely_migration order by name`),
      readColumn(db, sql`select name as value from snapshot.kysely_migration order by name`),
      readColumn(db, sql`select value from snapshot.meta where key = 'release'`),
    ]);
    // A failed update leaves a snapshot, too. Between releases, updates have the same number.
    const hasChanged = migrations.join() !== earlier.join();
    const isLast = release[0] === previous || release[0] === current;
    if (!hasChanged || !isLast) return undefined;
    return {
      kind: 'snapshot',
      path,
      release: release[0] ?? RELEASE_BY_MIGRATION[earlier.at(-1) ?? ''],
      takenAt,
      newer: await countNewer(db),
    };
  });
}

async function readColumn(db: Db, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`${query}`.execute(db);
  return rows.map(({ value }) => value);
}

async function countNewer(db: Db): Promise<Newer> {
  const { rows } = await sql<Newer>`select
    (select count(*) from (select id from main.messages except select id from snapshot.messages)) as messages,
    (select count(*) from (select id from main.files except select id from snapshot.files)) as files,
    (select count(*) from (select id from main.rooms except select id from snapshot.rooms)) as rooms,
    (select count(*) from (select id from main.users except select id from snapshot.users)) as people`.execute(
    db,
  );
  const [newer] = rows;
  if (!newer) throw new Error('no counts');
  return newer;
}

/** One rename replaces the database, so a killed rollback has happened or not. */
async function putBack(data: string, snapshot: string, now: Date): Promise<string> {
  const database = join(data, DATABASE);
  const partial = join(data, PARTIAL);
  await assertDiskSpace(data, statSync(snapshot).size);
  removePartial(partial);
  try {
    copyFileSync(snapshot, partial);
    await prepareRestoredDatabase(partial, now);
    await syncFile(partial);
    await mergeLog(database);
    const aside = createAside(data, now);
    keep(database, join(aside, DATABASE));
    syncFolder(aside);
    syncFolder(data);
    renameSync(partial, database);
    syncFolder(data);
    return aside;
  } catch (error) {
    removePartial(partial);
    throw error;
  }
}

function removePartial(partial: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(partial + end, { force: true });
}

/** SQLite would apply a log that is left behind to the other database. */
async function mergeLog(database: string): Promise<void> {
  const db = openSqlite(database);
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  await db.destroy();
  if (existsSync(`${database}-wal`))
    throw new BackupError(`${database} is still in use by another program. Stop it first.`);
}

function createAside(data: string, now: Date): string {
  const path = join(data, `before-rollback-${toFileTimestamp(now)}`);
  if (existsSync(path)) return createAside(data, new Date(now.getTime() + 1_000));
  mkdirSync(path, { mode: 0o700 });
  return path;
}

/** The database stays at its place until the rename. */
function keep(database: string, copy: string): void {
  try {
    linkSync(database, copy);
  } catch {
    // Some file systems have no hard links.
    copyFileSync(database, copy);
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
