import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { TestS3Store } from '@snug/testkit/s3/s3-store.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { temporaryFolder } from '../../testing/database.ts';
import { writeTemporaryFile } from '../../testing/files.ts';
import { TestRequestClock } from '../../testing/request-clock.ts';
import { DiskStorage } from './disk.ts';
import { FallbackStorage } from './fallback.ts';
import { S3Storage } from './s3/s3-storage.ts';
import type { FileStorage } from './storage.ts';

const ends: (() => Promise<void> | void)[] = [];
afterAll(async () => {
  for (const end of ends) await end();
});

function openDisk(): FileStorage {
  const folder = mkdtempSync(join(tmpdir(), 'snug-storage-'));
  ends.push(() => rmSync(folder, { recursive: true }));
  return new DiskStorage(join(folder, 'files'));
}

function openS3(env: Record<string, string | undefined>): FileStorage {
  const { s3 } = readConfig(env);
  if (!s3) throw new Error('the settings have no store');
  const storage = new S3Storage({ ...s3, now: Date.now, clock: new TestRequestClock().requestClock });
  ends.unshift(() => storage.close());
  return storage;
}

async function openTestStore(prefix = ''): Promise<FileStorage> {
  const store = await TestS3Store.start();
  ends.push(() => store.stop());
  const { environment } = store;
  return openS3({ ...environment, S3_URL: `${environment.S3_URL}${prefix}` });
}

const { SNUG_TEST_S3_URL: realUrl, ...realEnvironment } = process.env;

/** A real store needs `SNUG_TEST_S3_URL`, and the other settings of a store under their own names. */
const STORAGES: Record<string, () => Promise<FileStorage>> = {
  'a folder': async () => openDisk(),
  'a store': () => openTestStore(),
  'a folder of a store': () => openTestStore('/snug files/a+b'),
  'a store with a folder behind it': async () => new FallbackStorage(await openTestStore(), openDisk()),
  ...(realUrl && {
    'a real store': async () => openS3({ ...realEnvironment, S3_URL: `${realUrl}/test-${Date.now()}` }),
  }),
};

const PART_BYTES = 8 * 1024 * 1024;
const LARGE = Buffer.alloc(PART_BYTES + 100, 'large file ');

describe.each(Object.entries(STORAGES))('%s', (_name, open) => {
  const storage = open();
  const read = async (...[key, range]: Parameters<FileStorage['read']>) => {
    const stream = await (await storage).read(key, range);
    return stream && text(stream);
  };

  test('F1 bytes are read as a whole and as a range', async () => {
    const files = await storage;
    await files.put('a', Buffer.from('0123456789'));
    await files.put('empty', Buffer.alloc(0));
    expect(await files.find('a')).toEqual({ size: 10, modifiedAt: expect.any(Date) });
    expect(await read('a')).toBe('0123456789');
    expect(await read('a', { start: 9, end: 9 })).toBe('9');
    expect(await read('a', { start: 2, end: 5 })).toBe('2345');
    expect([await files.find('empty'), await read('empty')]).toMatchObject([{ size: 0 }, '']);
  });

  test('F1 a local file is moved, and a large one in parts', async () => {
    const files = await storage;
    for (const bytes of [Buffer.from('small'), Buffer.alloc(0), LARGE]) {
      const path = writeTemporaryFile(bytes);
      await files.moveFrom(path, 'moved');
      expect(existsSync(path)).toBe(false);
      expect((await files.find('moved'))?.size).toBe(bytes.length);
      const stream = await files.read('moved');
      expect(stream && bytes.equals(await buffer(stream))).toBe(true);
    }
    const end = PART_BYTES + 5;
    expect(await read('moved', { start: end - 9, end })).toBe(LARGE.toString('utf8', end - 9, end + 1));
    expect(await read('moved', { start: LARGE.length - 1, end: LARGE.length - 1 })).toBe(
      LARGE.toString('utf8', LARGE.length - 1),
    );
  });

  test('a missing key has no bytes, and can be removed', async () => {
    const files = await storage;
    await files.put('kept', Buffer.from('a'));
    for (const key of ['b', 'kept/b', 'x'.repeat(300)])
      expect([await files.find(key), await read(key)]).toEqual([undefined, undefined]);
    await files.remove('b');
    await files.remove('kept');
    expect(await files.find('kept')).toBe(undefined);
  });

  test('a key that leads out of the storage is rejected', async () => {
    const files = await storage;
    for (const key of ['../secret', 'folder/../../secret', '..', '']) {
      await expect(files.find(key)).rejects.toThrow('invalid storage key');
      await expect(files.read(key)).rejects.toThrow('invalid storage key');
    }
  });

  test('a folder is listed in pages', async () => {
    const files = await storage;
    expect(await files.list('pictures', { limit: 2 })).toEqual([]);
    for (const key of ['pictures/c', 'pictures/a', 'pictures/b', 'pictures/a2/d', 'picturesque/e'])
      await files.put(key, Buffer.from('x'));
    expect(await files.list('pictures', { limit: 2 })).toEqual(['pictures/a', 'pictures/b']);
    expect(await files.list('pictures', { after: 'pictures/b', limit: 2 })).toEqual(['pictures/c']);
    expect(await files.list('pictures', { limit: 9 })).toEqual(['pictures/a', 'pictures/b', 'pictures/c']);
  });
});

test('a folder on the disk is not a file', async () => {
  const folder = temporaryFolder();
  const disk = new DiskStorage(join(folder, 'files'));
  mkdirSync(join(folder, 'files', 'folder'), { recursive: true });
  expect(await disk.find('folder')).toBe(undefined);
});
