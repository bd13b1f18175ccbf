import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/database.ts';
import { DiskStorage } from './disk.ts';
import type { ByteRange } from './storage.ts';

function createDisk() {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'secret'), 'secret');
  const disk = new DiskStorage(join(folder, 'files'));
  const read = async (key: string, range?: ByteRange) => {
    const stream = await disk.read(key, range);
    return stream && text(stream);
  };
  return { folder, disk, read };
}

test('bytes are read as a whole and as a range', async () => {
  const { disk, read } = createDisk();
  await disk.put('a', Buffer.from('0123456789'));
  await disk.put('empty', Buffer.alloc(0));
  expect(await disk.find('a')).toEqual({ size: 10, modifiedAt: expect.any(Date) });
  expect(await read('a')).toBe('0123456789');
  expect(await read('a', { start: 9, end: 9 })).toBe('9');
  expect(await read('a', { start: 2, end: 5 })).toBe('2345');
  expect([await disk.find('empty'), await read('empty')]).toMatchObject([{ size: 0 }, '']);
});

test('a missing key has no bytes, and can be removed', async () => {
  const { disk, read } = createDisk();
  await disk.put('a', Buffer.from('a'));
  for (const key of ['b', 'a/b', 'x'.repeat(300)]) {
    expect([await disk.find(key), await read(key)]).toEqual([undefined, undefined]);
  }
  await disk.remove('b');
  await disk.remove('a');
  expect(await disk.find('a')).toBe(undefined);
});

test('a folder is not a file, and a key that leads out of the storage is rejected', async () => {
  const { folder, disk } = createDisk();
  mkdirSync(join(folder, 'files', 'folder'), { recursive: true });
  expect(await disk.find('folder')).toBe(undefined);
  for (const key of ['../secret', 'folder/../../secret', '..', '']) {
    await expect(disk.find(key)).rejects.toThrow('invalid storage key');
    await expect(disk.read(key)).rejects.toThrow('invalid storage key');
  }
});

test('a folder is listed in pages', async () => {
  const { disk } = createDisk();
  expect(await disk.list('pictures', { limit: 2 })).toEqual([]);
  for (const key of ['pictures/c', 'pictures/a', 'pictures/b', 'pictures/more/d', 'e'])
    await disk.put(key, Buffer.from('x'));
  expect(await disk.list('pictures', { limit: 2 })).toEqual(['pictures/a', 'pictures/b']);
  expect(await disk.list('pictures', { after: 'pictures/b', limit: 2 })).toEqual(['pictures/c']);
});
