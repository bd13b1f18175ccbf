import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { PNG } from '@snug/testkit/sample-files.ts';
import { expect, test } from 'vitest';
import { DiskStorage } from '../files/storage/disk.ts';
import type { FileStorage } from '../files/storage/storage.ts';
import { backUpFolder, createDataFolder, readContents, restoreFolder } from '../testing/data-folder.ts';
import { temporaryFolder } from '../testing/database.ts';
import { listFiles } from '../testing/files.ts';
import { readArchive } from './archive-reader.ts';

/** A storage that is no folder of files in the data folder. `fail`: whether it refuses the file of this number, from 1. */
class OtherStorage extends DiskStorage {
  readonly folder: string;
  fail: (count: number) => boolean = () => false;
  stored = 0;

  constructor(folder = join(temporaryFolder(), 'store')) {
    super(folder);
    this.folder = folder;
  }

  override async moveFrom(path: string, key: string): Promise<void> {
    if (this.fail(++this.stored)) throw new Error('The store is away');
    await super.moveFrom(path, key);
  }
}

/** The archive of a folder with five files and an avatar, and a folder with other data. */
async function createBackup(options: { withoutFiles?: boolean } = {}) {
  const folder = await createDataFolder();
  const texts = ['one', 'two', 'three', 'four', 'five'];
  const ids = await Promise.all(texts.map(text => folder.sendFile(text)));
  const { id } = await folder.upload(PNG, 'a.png');
  const { avatar } = await folder.files.avatars.set(folder.uid, id);
  await backUpFolder(folder, options);
  const target = await createDataFolder();
  const targetFile = await target.getPath(await target.sendFile('what is there'));
  await target.db.destroy();
  const files = Object.fromEntries(ids.map((each, index) => [each, texts[index]]));
  return { ...folder, ids, texts, files, avatarKey: avatar?.slice(1) ?? '', target, targetFile };
}

async function readAll(storage: FileStorage, keys: readonly string[]): Promise<string[]> {
  const read = async (key: string) => {
    const stream = await storage.read(key);
    return stream ? readText(stream) : 'none';
  };
  return Promise.all(keys.map(read));
}

async function listKeys({ db }: Pick<Awaited<ReturnType<typeof createBackup>>, 'db'>): Promise<string[]> {
  const rows = await db.selectFrom('files').select('key').where('state', '=', 'sent').orderBy('id').execute();
  return rows.map(({ key }) => key);
}

test('B4 in another storage, a restore adds the files and removes none, also not of the folder', async () => {
  const backup = await createBackup();
  const { archive, avatarKey, texts, target, targetFile } = backup;
  const storage = new OtherStorage();
  await storage.put('earlier', Buffer.from('kept'));
  const { previousDataFolder, missingKeys } = await restoreFolder(target.data, archive, storage);
  expect(missingKeys).toEqual([]);
  expect((await readAll(storage, await listKeys(backup))).toSorted()).toEqual(texts.toSorted());
  expect(await storage.find(avatarKey)).toMatchObject({ size: expect.any(Number) });
  expect(await readAll(storage, ['earlier'])).toEqual(['kept']);
  expect(readFileSync(targetFile, 'utf8')).toBe('what is there');
  expect(readdirSync(previousDataFolder ?? '').toSorted()).toEqual(['secret', 'snug.db']);
  expect(existsSync(join(target.data, 'restore.partial'))).toBe(false);
});

test('B4 a restore whose storage fails changes no data, and the next try stores what is missing', async () => {
  const backup = await createBackup();
  const { archive, target } = backup;
  const storage = new OtherStorage();
  const before = await readContents(target.data);
  storage.fail = count => count > 3;
  await expect(restoreFolder(target.data, archive, storage)).rejects.toThrow('The store is away');
  expect(await readContents(target.data)).toEqual(before);
  expect(readdirSync(target.data).filter(name => name.includes('restore'))).toEqual([]);
  const first = listFiles(storage.folder).length;
  expect(first).toBe(3);
  Object.assign(storage, { fail: () => false, stored: 0 });
  await restoreFolder(target.data, archive, storage);
  expect(storage.stored).toBe(6 - first);
  expect(await readAll(storage, await listKeys(backup))).not.toContain('none');
});

test('B4 a damaged file is found before the first one is stored', async () => {
  const { archive, target } = await createBackup();
  const storage = new OtherStorage();
  const bytes = readFileSync(archive);
  bytes[bytes.indexOf('three')] = 84;
  writeFileSync(archive, bytes);
  await expect(restoreFolder(target.data, archive, storage)).rejects.toThrow('does not match its checksum');
  expect(storage.stored).toBe(0);
});

test('B9 a backup without files has the keys of all files, and its restore names those that are missing', async () => {
  const backup = await createBackup({ withoutFiles: true });
  const { archive, avatarKey, data, files, ids, target } = backup;
  const file = await open(archive);
  const { entries, manifest } = await readArchive(file);
  await file.close();
  expect(entries.map(({ path }) => path)).toEqual(['secret', 'snug.db']);
  const keys = await listKeys(backup);
  expect(manifest).toMatchObject({ format: 2, omittedFiles: [...keys, avatarKey].toSorted() });

  const storage = new DiskStorage(join(data, 'files'));
  await storage.remove(keys[2] ?? '');
  const elsewhere = await restoreFolder(target.data, archive, storage);
  expect(elsewhere.missingKeys).toEqual([keys[2]]);

  await backup.sendText('lost');
  await backup.db.destroy();
  const { missingKeys, previousDataFolder } = await restoreFolder(data, archive);
  expect(missingKeys).toEqual([keys[2]]);
  expect(existsSync(join(previousDataFolder ?? '', 'files'))).toBe(false);
  writeFileSync(join(data, 'files', keys[2] ?? ''), 'three');
  const { files: restored } = await readContents(data);
  expect(ids.map(id => restored[id])).toEqual(ids.map(id => files[id]));
});
