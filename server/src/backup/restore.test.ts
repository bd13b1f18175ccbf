import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { RETENTION_NOTICE_MS } from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import { sql } from 'kysely';
import { Header } from 'tar/header';
import { expect, test } from 'vitest';
import { readEpoch } from '../db/epoch.ts';
import type { Db } from '../db/schema.ts';
import { openDataFolder } from '../db/sqlite/data-folder.ts';
import { lockFolder } from '../db/sqlite/folder-lock.ts';
import { createPartialFolder } from '../db/sqlite/restore-activation.ts';
import { openSqlite } from '../db/sqlite/sqlite.ts';
import {
  BACKED_UP_AT,
  backUpFolder,
  createDataFolder,
  type DataFolder,
  openFiles,
  readContents,
  restoreFolder,
} from '../testing/data-folder.ts';
import { temporaryFolder } from '../testing/database.ts';
import { listFiles } from '../testing/files.ts';
import { listReplacedMigrations, renameMigrations } from '../testing/older-database.ts';
import { END_BLOCKS, getPaddingBytes } from './archive.ts';
import { readArchive, readEntry } from './archive-reader.ts';
import { ENDED_TABLES } from './restored-database.ts';

interface Part {
  path: string;
  bytes: Buffer;
  type?: Header['type'];
  linkpath?: string;
  /** The size in the header, if it is wrong. */
  size?: number;
}

/** A backup, its parts, and a folder with other data as the target. */
async function createBackup() {
  const folder = await createDataFolder();
  await folder.sendText('from the backup');
  const fileId = await folder.sendFile('a file');
  await backUpFolder(folder);
  const file = await open(folder.archive);
  const { entries, manifest } = await readArchive(file);
  const parts: Part[] = [];
  for (const entry of entries) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of readEntry(file, entry)) chunks.push(chunk);
    parts.push({ path: entry.path, bytes: Buffer.concat(chunks) });
  }
  await file.close();
  const target = await createDataFolder();
  await target.sendText('what is there');
  await target.db.destroy();
  return { ...folder, fileId, parts, manifest, target: target.data };
}

type Backup = Awaited<ReturnType<typeof createBackup>>;

/** Hashes every file in a folder, except for the lock. */
function listContents(folder: string): string[] {
  return listFiles(folder)
    .filter(path => path !== 'snug.lock')
    .toSorted()
    .map(
      path =>
        `${path} ${createHash('sha256')
          .update(readFileSync(join(folder, path)))
          .digest('hex')}`,
    );
}

/** Writes an archive with these parts, and a matching manifest by default. */
function pack({ archive, manifest }: Backup, parts: readonly Part[], change: object | string = {}): string {
  const hashes = parts.map(({ path, bytes }) => [
    path,
    { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
  ]);
  const fitting = { ...manifest, entries: Object.fromEntries(hashes) };
  const text = typeof change === 'string' ? change : JSON.stringify({ ...fitting, ...change });
  const all = [...parts, { path: 'manifest.json', bytes: Buffer.from(text) }];
  writeFileSync(archive, Buffer.concat([...all.map(toTarEntry), END_BLOCKS]));
  return archive;
}

function toTarEntry({ path, bytes, type = 'File', linkpath = '', size = bytes.length }: Part): Buffer {
  const block = Buffer.alloc(512);
  new Header({ path, size, type, linkpath, mode: 0o600, mtime: new Date(0) }).encode(block);
  return Buffer.concat([block, bytes, Buffer.alloc(getPaddingBytes(bytes.length))]);
}

/** Creates a modified header with a valid checksum. */
function withChecksum(header: Buffer): Buffer {
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

/** Attempts a restore that must fail, checks that nothing changed, and returns the error. */
async function readRestoreError({ target }: Pick<Backup, 'target'>, archive: string): Promise<string> {
  const before = listContents(target);
  const refusal = await restoreFolder(target, archive).then(
    () => 'it was restored',
    (error: Error) => `${error.name}: ${error.message}`,
  );
  expect([refusal, listContents(target)]).toEqual([refusal, before]);
  expect(readdirSync(target).filter(name => name.includes('restore'))).toEqual([]);
  return refusal;
}

async function withDatabase(backup: Backup, change: (db: Db) => Promise<unknown>): Promise<string> {
  const path = join(temporaryFolder(), 'changed.db');
  writeFileSync(path, backup.parts.find(({ path }) => path === 'snug.db')?.bytes ?? '');
  const db = openSqlite(path);
  await change(db);
  await db.destroy();
  const bytes = readFileSync(path);
  return pack(
    backup,
    backup.parts.map(part => (part.path === 'snug.db' ? { ...part, bytes } : part)),
  );
}

test('B4 a restore brings back the backup, and keeps the previous data', async () => {
  const { archive, target, fileId } = await createBackup();
  const before = await readContents(target);
  const { previousDataFolder, restoreOutcome } = await restoreFolder(target, archive);
  expect([previousDataFolder, restoreOutcome]).toEqual([
    join(target, 'before-restore-20260101T000000Z'),
    undefined,
  ]);
  expect(await readContents(target)).toEqual({
    texts: ['from the backup', null],
    files: { [fileId]: 'a file' },
  });
  expect(readFileSync(join(target, 'secret'), 'utf8')).toBe('the secret of this folder');
  expect(await readContents(previousDataFolder ?? '')).toEqual(before);
});

test('B4 a backup is restored to an empty folder', async () => {
  const { archive } = await createBackup();
  const target = join(temporaryFolder(), 'not', 'there', 'yet');
  expect(await restoreFolder(target, archive)).toMatchObject({ previousDataFolder: undefined });
  expect(readdirSync(target).toSorted()).toEqual(['files', 'secret', 'snug.db', 'snug.lock']);
  const { db, unlock } = await openDataFolder(target);
  await db.destroy();
  unlock();
});

test('a restore of PostgreSQL by other means ends the same, by the statements of the guide', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/self-hosting.md'), 'utf8');
  const tables = [...guide.matchAll(/^delete from (\w+);$/gm)].map(([, table]) => table);
  expect(tables).toEqual(ENDED_TABLES);
});

test('C5 each restore begins a new history', async () => {
  const { archive, target, manifest } = await createBackup();
  const epochs = new Set([manifest.epoch]);
  for (let times = 0; times < 3; times++) {
    await restoreFolder(target, archive);
    const db = openSqlite(join(target, 'snug.db'));
    epochs.add(await readEpoch(db));
    await db.destroy();
  }
  expect(epochs.size).toBe(4);
});

test('F6 an avatar that is set after a restore has a new URL', async () => {
  const folder = await createDataFolder();
  const setAvatar = async ({ files, upload }: Pick<DataFolder, 'files' | 'upload'>) =>
    (await files.avatars.set(folder.uid, (await upload(PNG, 'a.png')).id)).avatar;
  const backedUp = await setAvatar(folder);
  await backUpFolder(folder);
  const lost = await setAvatar(folder);
  await restoreFolder(folder.data, folder.archive);
  const { db, unlock } = await openDataFolder(folder.data);
  const avatarNow = async () => (await db.selectFrom('users').select('avatar').executeTakeFirst())?.avatar;
  expect(await avatarNow()).toBe(backedUp);
  expect(existsSync(join(folder.data, `files${backedUp}`))).toBe(true);
  const next = await setAvatar(openFiles({ ...folder, db }));
  expect([backedUp, lost]).not.toContain(next);
  expect(await avatarNow()).toBe(next);
  await db.destroy();
  unlock();
});

test('B4 a restore does not change the folder of a running server', async () => {
  const backup = await createBackup();
  const unlock = lockFolder(backup.target);
  expect(await readRestoreError(backup, backup.archive)).toBe(
    `BackupError: Snug runs on the data folder ${backup.target}: stop it first.`,
  );
  unlock?.();
  await restoreFolder(backup.target, backup.archive);
});

test('B4 a file that is not a backup is rejected', async () => {
  const backup = await createBackup();
  const path = join(temporaryFolder(), 'other');
  for (const bytes of ['', 'hello', 'x'.repeat(5_000), Buffer.alloc(4_096)]) {
    writeFileSync(path, bytes);
    expect(await readRestoreError(backup, path)).toBe('BackupError: The file is not a Snug backup.');
  }
  for (const other of [join(path, '..'), '/dev/zero'])
    expect(await readRestoreError(backup, other)).toContain('This is a folder or a device.');
  expect(await readRestoreError(backup, `${path}.none`)).toContain('ENOENT');
});

test('B4 a backup that is truncated anywhere is rejected', async () => {
  const backup = await createBackup();
  const whole = readFileSync(backup.archive);
  const cuts = [511, 512, 700, 8_192, whole.length - 1_025, whole.length - 1_024];
  for (const at of cuts) {
    writeFileSync(backup.archive, whole.subarray(0, at));
    expect([at, await readRestoreError(backup, backup.archive)]).toEqual([
      at,
      expect.stringMatching(/is incomplete: its end is missing|is not a Snug backup/),
    ]);
  }
});

test('B4 a backup with a changed byte is rejected', async () => {
  const backup = await createBackup();
  const whole = readFileSync(backup.archive);
  let position = 0;
  for (const { path, bytes } of backup.parts) {
    for (const at of [position + 10, position + 512, position + 512 + bytes.length - 1]) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      writeFileSync(backup.archive, damaged);
      expect([path, at, await readRestoreError(backup, backup.archive)]).toEqual([
        path,
        at,
        expect.stringMatching(/damaged|not a Snug backup/),
      ]);
    }
    position += 512 + bytes.length + getPaddingBytes(bytes.length);
  }
});

test('B4 paths out of the folder, links, folders and devices are rejected before anything is unpacked', async () => {
  const backup = await createBackup();
  const bytes = Buffer.from('evil');
  const evil: Part[] = [
    { path: '../evil', bytes },
    { path: '/tmp/evil', bytes },
    { path: 'files/../../evil', bytes },
    { path: 'files/avatars/../../../evil.png', bytes },
    { path: 'files/avatars/../1.png', bytes },
    { path: './snug.db', bytes },
    { path: 'snug.db-wal', bytes },
    { path: 'snug.lock', bytes },
    { path: `files/${'a'.repeat(65)}`, bytes },
    { path: 'files/a\nb', bytes },
    { path: 'files/empty', bytes: Buffer.alloc(0) },
    { path: 'files/link', bytes: Buffer.alloc(0), type: 'SymbolicLink', linkpath: '/etc/passwd' },
    { path: 'files/hard', bytes: Buffer.alloc(0), type: 'Link', linkpath: 'secret' },
    { path: 'files/folder', bytes: Buffer.alloc(0), type: 'Directory' },
    { path: 'files/device', bytes: Buffer.alloc(0), type: 'CharacterDevice' },
    { path: 'files/long', bytes: Buffer.from('files/../evil'), type: 'NextFileHasLongPath' },
    { path: 'files/pax', bytes: Buffer.from('20 path=../../evil\n'), type: 'ExtendedHeader' },
  ];
  for (const part of evil) {
    const refusal = await readRestoreError(backup, pack(backup, [...backup.parts, part]));
    expect([part.path, refusal]).toEqual([
      part.path,
      expect.stringContaining('which is never in a Snug backup'),
    ]);
    expect(refusal).not.toContain('\n');
  }
  expect(
    await readRestoreError(backup, pack(backup, [...backup.parts, ...backup.parts.slice(0, 1)])),
  ).toMatch(/twice/);
});

test('B4 wrong sizes, and sizes above the free disk space, are rejected', async () => {
  const backup = await createBackup();
  const [first, ...others] = backup.parts;
  if (!first) throw new Error('no parts');
  for (const size of [first.bytes.length - 1, first.bytes.length + 1, 2 ** 40, 2 ** 50]) {
    const refusal = await readRestoreError(backup, pack(backup, [{ ...first, size }, ...others]));
    expect([size, refusal]).toEqual([size, expect.stringMatching(/incomplete|damaged|manifest/)]);
  }
  const header = toTarEntry({ ...first, bytes: Buffer.alloc(0) });
  header.fill(0xff, 124, 136);
  writeFileSync(backup.archive, Buffer.concat([withChecksum(header), first.bytes, END_BLOCKS]));
  expect(await readRestoreError(backup, backup.archive)).toMatch(/never in a Snug backup/);
  // A sparse file uses no space until it is unpacked.
  const { bavail, bsize } = statfsSync(backup.target);
  const huge = bavail * bsize + 2 ** 30;
  const manifest = JSON.stringify({
    ...backup.manifest,
    entries: { 'snug.db': { size: huge, sha256: 'a'.repeat(64) } },
  });
  const file = await open(backup.archive, 'w');
  await file.write(toTarEntry({ path: 'snug.db', bytes: Buffer.alloc(0), size: huge }), 0, 512, 0);
  const end = Buffer.concat([
    toTarEntry({ path: 'manifest.json', bytes: Buffer.from(manifest) }),
    END_BLOCKS,
  ]);
  await file.write(end, 0, end.length, 512 + huge + getPaddingBytes(huge));
  await file.close();
  expect(await readRestoreError(backup, backup.archive)).toContain('is full');
});

test('B4 a manifest that does not match, or is from a newer Snug, is rejected', async () => {
  const backup = await createBackup();
  const { parts, manifest } = backup;
  const refuse = (some: readonly Part[], change?: object | string) =>
    readRestoreError(backup, pack(backup, some, change));
  expect(await refuse(parts, { format: 3, entries: 'of another kind' })).toMatch(
    /newer Snug: update this one/,
  );
  for (const change of ['{', 'null', '[]', { format: '1' }, { more: 1 }, { counts: {} }]) {
    expect(await refuse(parts, change)).toBe('BackupError: The manifest of the backup is damaged.');
  }
  const unchanged = { entries: manifest.entries };
  expect(await refuse(parts.slice(1), unchanged)).toMatch(/do not match its manifest/);
  expect(await refuse([...parts, { path: 'files/more', bytes: Buffer.from('x') }], unchanged)).toMatch(
    /do not match its manifest/,
  );
  const changed = parts.map(part => ({ ...part, bytes: Buffer.from(part.bytes).fill(0, 0, 1) }));
  expect(await refuse(changed, unchanged)).toMatch(/is damaged: .+ does not match its checksum/);
  const withoutDatabase = parts.filter(({ path }) => path !== 'snug.db');
  expect(await refuse(withoutDatabase)).toMatch(/do not match its manifest/);
});

test('B4 a database that is damaged, from a newer Snug or not from Snug is rejected', async () => {
  const backup = await createBackup();
  const { parts } = backup;
  const replace = (bytes: Buffer) =>
    pack(
      backup,
      parts.map(part => (part.path === 'snug.db' ? { ...part, bytes } : part)),
    );
  const database = parts.find(({ path }) => path === 'snug.db')?.bytes ?? Buffer.alloc(0);
  expect(await readRestoreError(backup, replace(Buffer.from('no database at all')))).toMatch(/is damaged: /);
  const torn = Buffer.from(database);
  torn.fill(0xff, 6 * 4096, 12 * 4096);
  expect(await readRestoreError(backup, replace(torn))).toMatch(/is damaged: /);
  const newer = await withDatabase(backup, db =>
    sql`insert into kysely_migration values ('9999-tomorrow', '2030-01-01')`.execute(db),
  );
  expect(await readRestoreError(backup, newer)).toMatch(
    /from a newer Snug \(9999-tomorrow\): update this one first/,
  );
  const other = await withDatabase(backup, db => sql`drop table kysely_migration`.execute(db));
  expect(await readRestoreError(backup, other)).toBe('BackupError: The database is not a Snug database.');
});

test('B4 a backup of a commit between releases is restored if it has all of its migrations', async () => {
  const backup = await createBackup();
  const some = await withDatabase(backup, db => renameMigrations(db, listReplacedMigrations().slice(0, -1)));
  expect(await readRestoreError(backup, some)).toMatch(
    /^BackupError: The database has only some of the migrations/,
  );
  const all = await withDatabase(backup, db => renameMigrations(db));
  await restoreFolder(backup.target, all);
  expect((await readContents(backup.target)).files).toEqual({ [backup.fileId]: 'a file' });
});

test('B5 the leftovers of a killed restore are ignored', async () => {
  const { archive, target, fileId } = await createBackup();
  writeFileSync(join(createPartialFolder(target), 'snug.db'), 'half');
  expect(await restoreFolder(target, archive)).toMatchObject({ restoreOutcome: 'abandoned' });
  expect((await readContents(target)).files).toEqual({ [fileId]: 'a file' });
  expect(existsSync(join(target, 'restore.partial'))).toBe(false);
});

test('B4 RT5 a restore announces again what had not begun in the backup, and nothing else', async () => {
  const folder = await createDataFolder();
  await folder.sendText('a change of the log');
  const now = BACKED_UP_AT.getTime();
  const insert = (roomId: string, begins: number | null) =>
    sql`insert into "retention" ("roomId", "days", "begins", "version") values (${roomId}, 30, ${begins}, 1)`.execute(
      folder.db,
    );
  await insert('', now + 1_000_000);
  await insert('begun', 1_000);
  await insert('old', null);
  await backUpFolder(folder);
  await restoreFolder(folder.data, folder.archive);
  const db = openSqlite(join(folder.data, 'snug.db'));
  const rows = await db.selectFrom('retention').select(['roomId', 'begins']).orderBy('roomId').execute();
  await db.destroy();
  expect(rows).toMatchObject([
    { roomId: '', begins: now + RETENTION_NOTICE_MS },
    { roomId: 'begun', begins: 1_000 },
    { roomId: 'old', begins: null },
  ]);
});
