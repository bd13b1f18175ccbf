import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { FallbackStorage } from '../../files/storage/fallback.ts';
import type { FileStorage } from '../../files/storage/storage.ts';
import { createTestRoom, NOW, temporaryFolder } from '../../testing/database.ts';
import { MemoryStorage } from '../../testing/memory-storage.ts';
import { type CopyOptions, type CopyProgress, copyFiles } from './copy-files.ts';
import { CopyJournal } from './copy-journal.ts';

interface CopyChanges extends Partial<Pick<CopyOptions, 'isSourceDeleted' | 'onProgress'>> {
  source?: FileStorage;
  target?: FileStorage;
  log?: CopyOptions['journal'];
}

/** A folder with files and an empty one, as the server sees them during a move. */
async function createSetup() {
  const { db, uid, roomId } = await createTestRoom();
  const from = new MemoryStorage();
  const to = new MemoryStorage();
  const data = temporaryFolder();
  const folder = join(data, 'uploads');
  const journal = new CopyJournal(data);
  mkdirSync(folder, { recursive: true });
  const add = async (key: string, bytes: string | undefined, state: 'sent' | 'unsent' = 'sent') => {
    const row = { id: newId(), key, ownerId: uid, name: 'a.txt', contentType: 'text/plain', createdAt: NOW };
    const size = bytes?.length ?? 5;
    await db
      .insertInto('files')
      .values({ ...row, size, state, roomId: state === 'sent' ? roomId : null })
      .execute();
    if (bytes !== undefined) await from.put(key, Buffer.from(bytes));
    return row.id;
  };
  const addAvatar = async (key: string) => {
    await from.put(key, Buffer.from('picture'));
    await db
      .updateTable('users')
      .set({ avatar: `/${key}` })
      .where('id', '=', uid)
      .execute();
  };
  /** As the server does, with both storages. */
  const remove = async (key: string) => {
    await db.updateTable('files').set({ state: 'deleted' }).where('key', '=', key).execute();
    await new FallbackStorage(to, from).remove(key);
    await db.deleteFrom('files').where('key', '=', key).execute();
  };
  const copy = ({
    isSourceDeleted = false,
    source = from,
    target = to,
    log = journal,
    onProgress = () => {},
  }: CopyChanges = {}) =>
    copyFiles({
      db,
      from: source,
      to: target,
      folder,
      journal: log,
      isSourceDeleted,
      onProgress,
    });
  const list = () => [from, to].map(({ files }) => [...files.keys()].toSorted());
  const readTarget = (key: string) => String(to.files.get(key));
  return { data, folder, journal, from, to, add, addAvatar, remove, copy, list, readTarget };
}

/** The methods of a storage, some of them replaced. */
function change(storage: FileStorage, changed: Partial<FileStorage>): FileStorage {
  return {
    moveFrom: (path, key) => storage.moveFrom(path, key),
    put: (key, bytes) => storage.put(key, bytes),
    find: key => storage.find(key),
    read: (key, range) => storage.read(key, range),
    list: (folder, page) => storage.list(folder, page),
    remove: key => storage.remove(key),
    ...changed,
  };
}

test('files, unsent uploads and avatars are copied once, and others are left out', async () => {
  const { data, folder, from, add, addAvatar, copy, list, readTarget } = await createSetup();
  await add('sent', 'hello');
  await add('unsent', 'draft', 'unsent');
  await addAvatar('avatars/u/a.png');
  await from.put('orphan', Buffer.from('x'));
  let last: CopyProgress | undefined;
  const result = await copy({ onProgress: progress => (last = { ...progress }) });
  expect(result).toMatchObject({ copied: { files: 3, bytes: 17 }, present: 0 });
  expect(last).toEqual({ rows: 3, allRows: 3, bytes: 10, allBytes: 10 });
  expect(list()[1]).toEqual(['avatars/u/a.png', 'sent', 'unsent']);
  expect(readTarget('sent')).toBe('hello');
  expect(await copy()).toMatchObject({ copied: { files: 0 }, present: 3 });
  expect([readdirSync(folder), readdirSync(data).includes('files-copy.json')]).toEqual([[], false]);
});

test('more rows than a page are copied, and the sources are deleted on request', async () => {
  const { from, to, add, copy } = await createSetup();
  for (let index = 0; index < 105; index++) await add(`key-${index}`, `bytes ${index}`);
  expect(await copy()).toMatchObject({ copied: { files: 105 } });
  expect(from.files.size).toBe(105);
  expect(await copy({ isSourceDeleted: true })).toMatchObject({ copied: { files: 0 }, present: 105 });
  expect([from.files.size, to.files.size]).toEqual([0, 105]);
  expect(await copy({ isSourceDeleted: true })).toMatchObject({
    present: 105,
    problems: { missing: { count: 0 } },
  });
});

test('missing and damaged bytes are listed and stay as they are, and uploads in progress are counted', async () => {
  const { from, to, add, copy, list } = await createSetup();
  for (let index = 0; index < 25; index++) await add(`missing-${index}`, undefined);
  await add('damaged', 'all bytes');
  await from.put('damaged', Buffer.from('half'));
  await add('stale', 'all bytes');
  await to.put('stale', Buffer.from('half'));
  await add('unfinished', undefined, 'unsent');
  const { problems, ...result } = await copy({ isSourceDeleted: true });
  expect(result).toMatchObject({ copied: { files: 1 }, unfinished: 1, gone: 0 });
  expect([problems.missing.count, problems.missing.keys.length]).toEqual([25, 20]);
  expect(problems.damaged).toEqual({ count: 1, keys: ['damaged'] });
  expect(list()).toEqual([['damaged'], ['stale']]);
});

test('a file that is deleted while its bytes are copied leaves none', async () => {
  const { to, add, remove, copy, list } = await createSetup();
  await add('a', 'hello');
  await add('b', 'hello');
  const target = change(to, {
    async moveFrom(path, key) {
      if (key === 'a') await remove(key);
      await to.moveFrom(path, key);
    },
  });
  expect(await copy({ target })).toMatchObject({ gone: 1 });
  expect(list()).toEqual([['b'], ['b']]);
});

test('a new upload that is stored in the target meanwhile is not missing', async () => {
  const { from, to, add, copy } = await createSetup();
  await add('new', undefined);
  const source = change(from, {
    async find(key) {
      const found = await from.find(key);
      await new Promise(setImmediate);
      await to.put(key, Buffer.from('hello'));
      return found;
    },
  });
  expect(await copy({ source })).toMatchObject({ present: 1, problems: { missing: { count: 0 } } });
});

test('a copy that was killed at any moment is continued, and leaves no bytes of deleted files', async () => {
  const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
  const { from, to, journal, add, remove, copy, list, readTarget } = await createSetup();
  let steps = 0;
  for (let killedAt = 1; steps === 0; killedAt++) {
    for (const key of keys) await add(key, `bytes of ${key}`);
    let done = 0;
    let running = 0;
    const kill = Promise.withResolvers<boolean>();
    /** After the kill, nothing happens any more. */
    const ifAlive = async <Result>(run: () => Promise<Result>): Promise<Result> => {
      if (++done >= killedAt) {
        kill.resolve(false);
        return new Promise(() => {});
      }
      running++;
      return run().finally(() => running--);
    };
    const killable = (storage: FileStorage) =>
      change(storage, {
        moveFrom: (path, key) => ifAlive(() => storage.moveFrom(path, key)),
        find: key => ifAlive(() => storage.find(key)),
        read: (key, range) => ifAlive(() => storage.read(key, range)),
        remove: key => ifAlive(() => storage.remove(key)),
      });
    const killed = copy({
      isSourceDeleted: true,
      source: killable(from),
      target: killable(to),
      log: {
        store: rows => ifAlive(() => journal.store(rows)),
        removeGone: (db, storages) => journal.removeGone(db, storages),
        clear: () => ifAlive(() => journal.clear()),
      },
    });
    const isOver = await Promise.race([killed.then(() => true), kill.promise]);
    if (isOver) steps = done;
    await expect.poll(() => running, { interval: 1 }).toBe(0);
    await remove('c');
    const result = await copy({ isSourceDeleted: true });
    const left = keys.filter(key => key !== 'c');
    expect(result.problems, `killed at ${killedAt}`).toMatchObject({
      missing: { count: 0 },
      failed: { count: 0 },
    });
    expect(list(), `killed at ${killedAt}`).toEqual([[], left]);
    expect(left.map(readTarget)).toEqual(left.map(key => `bytes of ${key}`));
    for (const key of left) await remove(key);
  }
  expect(steps).toBeGreaterThan(20);
});

test('bytes that a killed copy stored after the removal are removed by the next one', async () => {
  const { to, add, remove, copy, list, journal } = await createSetup();
  await add('a', 'hello');
  let isStored = false;
  let isListed = false;
  const target = change(to, {
    async moveFrom(path, key) {
      await remove(key);
      await to.moveFrom(path, key);
      isStored = true;
      await new Promise(() => {});
    },
  });
  // The killed copy's other workers write nothing any more either.
  const store: CopyJournal['store'] = async rows => {
    if (isListed) await new Promise(() => {});
    await journal.store(rows);
    isListed = rows.some(({ key }) => key === 'a');
  };
  const log = {
    store,
    removeGone: journal.removeGone.bind(journal),
    clear: journal.clear.bind(journal),
  };
  void copy({ target, log });
  await expect.poll(() => isStored).toBe(true);
  expect(list()).toEqual([[], ['a']]);
  await copy();
  expect(list()).toEqual([[], []]);
});

test('a storage that fails ends the copy after some files, with its error', async () => {
  const { to, add, copy } = await createSetup();
  for (let index = 0; index < 60; index++) await add(`key-${index}`, 'hello');
  const away = new Error('the store does not answer');
  const { error, problems, copied } = await copy({
    target: change(to, { find: () => Promise.reject(away) }),
  });
  expect([error, copied.files]).toEqual([away, 0]);
  expect(problems.failed.count).toBeLessThan(30);
  expect(await copy()).toMatchObject({ copied: { files: 60 } });
});
