import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PNG } from '@snug/testkit/sample-files.ts';
import { sql } from 'kysely';
import { Header } from 'tar/header';
import { expect, test } from 'vitest';
import { findFile } from '../files/file-store.ts';
import {
  backUpFolder,
  createDataFolder,
  type DataFolder,
  readContents,
  restoreFolder,
} from '../testing/data-folder.ts';
import { temporaryFolder } from '../testing/database.ts';
import { readArchive, readEntry } from './archive-reader.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { BackupError } from './backup-error.ts';

async function unpacked(path: string): Promise<Map<string, Buffer>> {
  const file = await open(path);
  const { entries, manifest } = await readArchive(file);
  const contents = new Map<string, Buffer>();
  for (const entry of entries) {
    const bytes = Buffer.concat(await collect(readEntry(file, entry)));
    expect(manifest.entries[entry.path]?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    contents.set(entry.path, bytes);
  }
  await file.close();
  return contents;
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return chunks;
}

async function restored({ archive }: DataFolder): Promise<string> {
  const data = temporaryFolder();
  await restoreFolder(data, archive);
  return data;
}

test('B2 a backup contains messages, files, avatars and the secret, and no other data', async () => {
  const folder = await createDataFolder();
  await folder.sendText('one');
  const sent = await folder.sendFile('sent');
  const unsent = await folder.upload('not sent yet');
  const deleted = await folder.sendFile('deleted');
  await folder.remove(deleted);
  const picture = await folder.upload(PNG, 'a.png');
  const person = await folder.files.avatars.set(folder.uid, picture.id);
  const report = await backUpFolder(folder);
  expect(report).toMatchObject({
    counts: { people: 1, rooms: 1, messages: 2, files: 2 },
    deletedCount: 0,
    missingKeys: [],
  });
  expect(report.bytes).toBe(statSync(folder.archive).size);
  const contents = await unpacked(folder.archive);
  const [sentKey, unsentKey] = await Promise.all([sent, unsent.id].map(id => findFile(folder.db, id)));
  expect([...contents.keys()].toSorted()).toEqual(
    [
      `files/${sentKey?.key}`,
      `files/${unsentKey?.key}`,
      `files${person.avatar}`,
      'secret',
      'snug.db',
    ].toSorted(),
  );
  expect(contents.get('secret')?.toString()).toBe('the secret of this folder');
  expect(contents.get(`files/${sentKey?.key}`)?.toString()).toBe('sent');
  expect(await readContents(await restored(folder))).toEqual({
    texts: ['one', null],
    files: { [sent]: 'sent', [unsent.id]: 'not sent yet' },
  });
});

test('B2 a backup has no traces of deleted data', async () => {
  const folder = await createDataFolder();
  const { output } = await folder.sendText('words that were taken back');
  await folder.remove((output as { message: { id: string } }).message.id);
  await backUpFolder(folder);
  expect(readFileSync(folder.archive).includes('words that were taken back')).toBe(false);
});

test('B2 an unfinished upload is in no backup', async () => {
  const folder = await createDataFolder();
  const { id } = await folder.upload();
  rmSync(await folder.getPath(id));
  expect(await backUpFolder(folder)).toMatchObject({
    counts: { files: 0 },
    deletedCount: 1,
    missingKeys: [],
  });
  expect(await readContents(await restored(folder))).toEqual({ texts: [], files: {} });
});

test('B2 missing files are reported, and all others are saved', async () => {
  const folder = await createDataFolder();
  const [lost, short, kept] = [
    await folder.sendFile('a'),
    await folder.sendFile('bb'),
    await folder.sendFile('c'),
  ];
  rmSync(await folder.getPath(lost));
  writeFileSync(await folder.getPath(short), 'b');
  const keys = await Promise.all([lost, short].map(async id => (await findFile(folder.db, id))?.key));
  const report = await backUpFolder(folder);
  expect([report.deletedCount, new Set(report.missingKeys)]).toEqual([0, new Set(keys)]);
  const path = `files/${(await findFile(folder.db, kept))?.key}`;
  expect((await unpacked(folder.archive)).get(path)?.toString()).toBe('c');
});

test('B2 a damaged database causes an error', async () => {
  const folder = await createDataFolder();
  for (let count = 0; count < 200; count++) await folder.sendText(`message ${count} `.repeat(50));
  await folder.db.destroy();
  const file = await open(folder.path, 'r+');
  const { size } = await file.stat();
  // Invalid pages in the middle of the rows, which come last.
  await file.write(Buffer.alloc(3 * 4096, 0xff), 0, 3 * 4096, Math.floor(size / 8192) * 4096);
  await file.close();
  await expect(backUpFolder(folder)).rejects.toThrow(/damaged|malformed/);
  expect(readdirSync(dirname(folder.archive))).toEqual([]);
});

test('B3 a backup is readable only by its owner, and never overwritten', async () => {
  const folder = await createDataFolder();
  await backUpFolder(folder);
  expect(statSync(folder.archive).mode & 0o777).toBe(0o600);
  expect(readdirSync(dirname(folder.archive))).toEqual(['snug.tar']);
  const before = readFileSync(folder.archive);
  await expect(backUpFolder(folder)).rejects.toThrow(`${folder.archive} already exists.`);
  expect(readFileSync(folder.archive).equals(before)).toBe(true);
});

test('B3 a backup does not touch the files of a concurrent one', async () => {
  const folder = await createDataFolder();
  writeFileSync(`${folder.archive}.partial`, 'half');
  await expect(backUpFolder(folder)).rejects.toThrow(`${folder.archive}.partial exists`);
  expect(readFileSync(`${folder.archive}.partial`, 'utf8')).toBe('half');
  rmSync(`${folder.archive}.partial`);
  writeFileSync(`${folder.archive}.partial.db`, 'half of a killed one');
  await backUpFolder(folder);
  expect(readdirSync(dirname(folder.archive))).toEqual(['snug.tar']);
});

test('B2 an archive holds a file above the 8 GB of plain tar', async () => {
  const path = join(temporaryFolder(), 'large.tar');
  const size = 10_000_000_000;
  const file = await open(path, 'w+');
  const archive = new ArchiveWriter(file, new Date(0));
  // Fails at its end, because nobody waits for so many bytes. Its header is written.
  const bytes = createReadStream('/dev/null');
  await expect(
    archive.addStored('files/a', { size, bytes }, { signal: new AbortController().signal }),
  ).rejects.toThrow('changed while it was read');
  await file.close();
  expect(new Header(readFileSync(path)).size).toBe(size);
});

test('B3 a failed backup leaves nothing', async () => {
  const folder = await createDataFolder();
  const id = await folder.sendFile();
  const path = await folder.getPath(id);
  rmSync(path);
  symlinkSync(path, path);
  await expect(backUpFolder(folder)).rejects.toThrow('ELOOP');
  expect(readdirSync(dirname(folder.archive))).toEqual([]);
  await expect(backUpFolder(folder, { path: join(folder.data, 'no', 'such', 'folder.tar') })).rejects.toThrow(
    'ENOENT',
  );
  await expect(backUpFolder({ ...folder, data: temporaryFolder() })).rejects.toThrow(
    'There is no database in',
  );
  expect(existsSync(folder.archive)).toBe(false);
});

test('B3 a backup that is stopped at any moment leaves nothing', async () => {
  const folder = await createDataFolder();
  await folder.sendFile();
  // The backup waits for its bytes.
  rmSync(await folder.getPath((await folder.upload()).id));
  for (let turns = 0; turns < 45; turns += 3) {
    const stop = new AbortController();
    const waitAndStop = async () => {
      for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
      stop.abort(new BackupError('It was stopped.'));
    };
    const [backup] = await Promise.allSettled([backUpFolder(folder, stop), waitAndStop()]);
    expect(backup).toMatchObject({ reason: { message: 'It was stopped.' } });
    expect(readdirSync(dirname(folder.archive)), `after ${turns} turns`).toEqual([]);
  }
});

test('B3 a database of another Snug is not backed up', async () => {
  const folder = await createDataFolder();
  await sql`insert into kysely_migration values ('9999-other', '')`.execute(folder.db);
  await expect(backUpFolder(folder)).rejects.toThrow('from a newer Snug (9999-other): update this one first');
  await sql`delete from kysely_migration where name > '0002-presence'`.execute(folder.db);
  await expect(backUpFolder(folder)).rejects.toThrow('from an older Snug (0002-presence): start this one');
  await sql`drop table kysely_migration`.execute(folder.db);
  await expect(backUpFolder(folder)).rejects.toThrow('The database is not a Snug database.');
});

test('B3 a folder in the middle of a restore is not backed up', async () => {
  const folder = await createDataFolder();
  mkdirSync(join(folder.data, 'restored-20260101T000000Z'));
  await expect(backUpFolder(folder)).rejects.toThrow('A restore was interrupted');
});
