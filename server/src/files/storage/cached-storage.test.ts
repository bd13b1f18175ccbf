import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { CachedStorage } from './cached-storage.ts';
import { DiskStorage } from './disk.ts';
import type { FileStorage } from './storage.ts';

const HOUR_MS = 60 * 60_000;

/** A cache before a storage that counts its requests, and can be away. */
function createCache({ maxBytes = 100_000 } = {}) {
  const state = { now: 0, isAway: false, sweep: () => {}, wait: Promise.resolve() };
  const requests: string[] = [];
  const disk = new DiskStorage(join(temporaryFolder(), 'store'));
  const ask = async (name: string, key: string) => {
    requests.push(`${name} ${key}`);
    if (state.isAway) throw new Error('away');
  };
  const storage: FileStorage = {
    moveFrom: (path, key) => disk.moveFrom(path, key),
    put: (key, bytes) => disk.put(key, bytes),
    list: (folder, page) => disk.list(folder, page),
    remove: key => disk.remove(key),
    find: async key => ask('find', key).then(() => disk.find(key)),
    async read(key, range) {
      await ask('read', key);
      const bytes = await disk.read(key, range);
      await state.wait;
      return bytes;
    },
  };
  const folder = temporaryFolder();
  const clock = {
    steadyNow: () => state.now,
    repeat(run: () => void) {
      state.sweep = run;
      return () => {};
    },
  };
  const cache = new CachedStorage({
    storage,
    folder,
    isCached: key => key.startsWith('a/'),
    clock,
    maxBytes,
  });
  const read = async (key: string, range?: { start: number; end: number }) => {
    const bytes = await cache.read(key, range);
    return bytes && text(bytes);
  };
  const countBytes = () =>
    readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  return { ...state, state, cache, storage: disk, folder, requests, read, countBytes };
}

test('concurrent and later reads of a key ask the storage once, and have the same answer as the storage', async () => {
  const { cache, storage, requests, read } = createCache();
  await storage.put('a/1', Buffer.from('hello'));
  const infos = await Promise.all([cache.find('a/1'), cache.find('a/1')]);
  expect(await Promise.all([read('a/1'), read('a/1', { start: 1, end: 2 }), read('a/1')])).toEqual([
    'hello',
    'el',
    'hello',
  ]);
  for (const info of infos) expect(info).toMatchObject((await storage.find('a/1')) ?? {});
  expect(requests).toEqual(['find a/1', 'read a/1']);
  expect(await cache.read('a/none')).toBe(undefined);
});

test('other keys and large files are not copied', async () => {
  const { cache, storage, read, folder } = createCache();
  await storage.put('b/1', Buffer.from('hello'));
  await storage.put('a/large', Buffer.alloc(2_000_000, 1));
  expect(await read('b/1')).toBe('hello');
  const bytes = await cache.read('a/large');
  expect((await buffer(bytes ?? Readable.from([]))).length).toBe(2_000_000);
  expect(readdirSync(folder)).toEqual([]);
});

test('the copies have at most their bytes on the disk, and the least recently used ones go', async () => {
  const { storage, requests, read, countBytes } = createCache({ maxBytes: 3 * 4_096 });
  for (const name of ['1', '2', '3', '4']) await storage.put(`a/${name}`, Buffer.from(`bytes of ${name}`));
  for (const name of ['1', '2', '3', '1', '4', '1', '2'])
    expect(await read(`a/${name}`)).toBe(`bytes of ${name}`);
  const reads = requests.filter(request => request.startsWith('read'));
  expect(reads).toEqual(['read a/1', 'read a/2', 'read a/3', 'read a/4', 'read a/2']);
  expect(countBytes()).toBe(3 * 'bytes of 1'.length);
});

test('a removed key is gone at once, also if its copy is on the way', async () => {
  const { cache, state, storage, requests, read, folder } = createCache();
  for (const name of ['1', '2']) await storage.put(`a/${name}`, Buffer.from('hello'));
  await read('a/1');
  await cache.remove('a/1');
  expect(await cache.find('a/1')).toBe(undefined);
  const { promise, resolve } = Promise.withResolvers<void>();
  state.wait = promise;
  const found = cache.find('a/2');
  await expect.poll(() => requests).toContain('read a/2');
  await cache.remove('a/2');
  resolve();
  await found;
  expect(await read('a/2')).toBe(undefined);
  expect(readdirSync(folder)).toEqual([]);
});

test('a key that another server removed is gone after an hour, and its bytes after a day', async () => {
  const { cache, state, storage, read, folder } = createCache();
  for (const name of ['1', '2']) await storage.put(`a/${name}`, Buffer.from('hello'));
  for (const name of ['1', '2']) await read(`a/${name}`);
  for (const name of ['1', '2']) await storage.remove(`a/${name}`);
  state.now += HOUR_MS - 1;
  expect(await read('a/1')).toBe('hello');
  state.now += 1;
  expect(await cache.find('a/1')).toBe(undefined);
  expect(readdirSync(folder)).toHaveLength(1);
  state.now += 24 * HOUR_MS;
  state.sweep();
  await expect.poll(() => readdirSync(folder)).toEqual([]);
});

test('while the storage is away, copies are read, and other keys fail', async () => {
  const { cache, state, storage, read } = createCache();
  for (const name of ['1', '2']) await storage.put(`a/${name}`, Buffer.from('hello'));
  await read('a/1');
  state.isAway = true;
  state.now += 2 * HOUR_MS;
  expect(await read('a/1')).toBe('hello');
  await expect(cache.find('a/2')).rejects.toThrow('away');
  state.isAway = false;
  expect(await read('a/2')).toBe('hello');
});

test('a folder that somebody emptied, or a disk that refuses, costs requests and no answer', async () => {
  const { storage, read, folder } = createCache();
  await storage.put('a/1', Buffer.from('hello'));
  await read('a/1');
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  expect([await read('a/1'), await read('a/1')]).toEqual(['hello', 'hello']);
  expect(readdirSync(folder)).toHaveLength(1);
  rmSync(folder, { recursive: true });
  await storage.put('a/2', Buffer.from('two'));
  expect([await read('a/1'), await read('a/2')]).toEqual(['hello', 'two']);
});
