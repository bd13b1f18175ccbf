import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/database.ts';
import { writeTemporaryFile } from '../../testing/files.ts';
import { DiskStorage } from './disk.ts';
import { FallbackStorage } from './fallback.ts';
import type { FileStorage } from './storage.ts';

function createSetup() {
  const first = new DiskStorage(join(temporaryFolder(), 'first'));
  const second = new DiskStorage(join(temporaryFolder(), 'second'));
  const storage = new FallbackStorage(first, second);
  const read = async (key: string) => {
    const stream = await storage.read(key);
    return stream && text(stream);
  };
  return { first, second, storage, read };
}

const away = new Error('the store does not answer');

/** All methods of a store that does not answer. */
function turnOff(storage: DiskStorage): void {
  const fail = () => Promise.reject(away);
  Object.assign(storage, { find: fail, read: fail, list: fail, remove: fail } satisfies Partial<FileStorage>);
}

test('new bytes go to the first storage, and the bytes that it misses come from the second', async () => {
  const { first, second, storage, read } = createSetup();
  await storage.put('put', Buffer.from('put'));
  await storage.moveFrom(writeTemporaryFile('moved'), 'moved');
  await second.put('old', Buffer.from('old bytes'));
  await second.put('put', Buffer.from('an older copy'));
  expect(await Promise.all(['put', 'moved', 'old', 'none'].map(read))).toEqual([
    'put',
    'moved',
    'old bytes',
    undefined,
  ]);
  expect(await Promise.all(['put', 'old', 'none'].map(key => storage.find(key)))).toMatchObject([
    { size: 3 },
    { size: 9 },
    undefined,
  ]);
  expect(await first.find('old')).toBe(undefined);
  const part = await storage.read('old', { start: 4, end: 6 });
  expect(part && (await text(part))).toBe('byt');
});

test('a list has the keys of both once, sorted, and within its limit', async () => {
  const { first, second, storage } = createSetup();
  for (const key of ['f/a', 'f/c', 'f/e']) await first.put(key, Buffer.from('x'));
  for (const key of ['f/b', 'f/c', 'f/d']) await second.put(key, Buffer.from('x'));
  expect(await storage.list('f', { limit: 3 })).toEqual(['f/a', 'f/b', 'f/c']);
  expect(await storage.list('f', { after: 'f/c', limit: 3 })).toEqual(['f/d', 'f/e']);
});

test('a removal acts on both, and rejects if one of them fails', async () => {
  for (const failing of ['first', 'second'] as const) {
    const setup = createSetup();
    const other = failing === 'first' ? setup.second : setup.first;
    for (const storage of [setup.first, setup.second]) await storage.put('a', Buffer.from('a'));
    const remove = setup[failing].remove.bind(setup[failing]);
    setup[failing].remove = () => Promise.reject(away);
    await expect(setup.storage.remove('a')).rejects.toBe(away);
    expect([await setup[failing].find('a'), await other.find('a')]).toEqual([expect.anything(), undefined]);
    setup[failing].remove = remove;
    await setup.storage.remove('a');
    expect(await setup.storage.find('a')).toBe(undefined);
  }
});

test('while the first does not answer, bytes come from the second, and missing ones are an error', async () => {
  const { first, second, storage, read } = createSetup();
  await second.put('a', Buffer.from('a'));
  turnOff(first);
  expect([await read('a'), await storage.find('a')]).toMatchObject(['a', { size: 1 }]);
  await expect(read('b')).rejects.toBe(away);
  await expect(storage.find('b')).rejects.toBe(away);
});

test('while the second does not answer, bytes of the first are read, and missing ones are an error', async () => {
  const { first, second, read } = createSetup();
  await first.put('a', Buffer.from('a'));
  turnOff(second);
  expect(await read('a')).toBe('a');
  await expect(read('b')).rejects.toBe(away);
});

test('bytes that move between the two questions are found', async () => {
  const { first, second, read } = createSetup();
  await second.put('a', Buffer.from('a'));
  const findMissing = second.read.bind(second);
  second.read = async (key, range) => {
    await first.put(key, Buffer.from('a'));
    await second.remove(key);
    return findMissing(key, range);
  };
  expect(await read('a')).toBe('a');
});
