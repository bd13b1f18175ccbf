import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { DiskStorage } from '../files/storage/disk.ts';
import { temporaryFolder } from '../testing/database.ts';
import { type FileReference, openStoredBytes } from './stored-bytes.ts';

const KEY = 'a'.repeat(32);

const NEVER = new AbortController().signal;

type State = Awaited<ReturnType<FileReference['readCurrentState']>>;

/** Reads five bytes. `next` returns the state in the database after each failed read. */
async function take(next: (look: number, put: (text: string) => void) => State) {
  const data = temporaryFolder();
  mkdirSync(join(data, 'files'));
  const put = (text: string) => writeFileSync(join(data, 'files', KEY), text);
  const storage = new DiskStorage(join(data, 'files'));
  let looks = 0;
  const taken = await openStoredBytes(storage, {
    key: KEY,
    size: 5,
    readCurrentState: async () => next(++looks, put),
    signal: NEVER,
  });
  return { taken: typeof taken === 'string' ? taken : await text(taken.bytes), looks };
}

test('B2 bytes that arrive after their row are awaited until they are complete', async () => {
  const outcome = await take((look, put) => {
    put(look < 3 ? 'hel' : 'hello');
    return 'unsent';
  });
  expect(outcome).toEqual({ taken: 'hello', looks: 3 });
});

test('B2 an unfinished upload counts as gone', async () => {
  expect(await take(() => 'unsent')).toEqual({ taken: 'gone', looks: 21 });
});

test('B2 bytes that were deleted meanwhile are not awaited', async () => {
  expect(await take(() => 'deleted')).toEqual({ taken: 'gone', looks: 1 });
  expect(await take(() => undefined)).toEqual({ taken: 'gone', looks: 1 });
  expect(await take(look => (look < 3 ? 'unsent' : undefined))).toEqual({ taken: 'gone', looks: 3 });
});

test('B2 bytes of a message that are missing at the second read are lost', async () => {
  expect(await take(() => 'sent')).toEqual({ taken: 'lost', looks: 2 });
  const sentMeanwhile = await take((look, put) => {
    if (look === 2) put('hello');
    return look < 2 ? 'unsent' : 'sent';
  });
  expect(sentMeanwhile).toEqual({ taken: 'hello', looks: 2 });
});

test('B2 a key that leads out of the folder is not read', async () => {
  const data = temporaryFolder();
  writeFileSync(join(data, 'secret'), 'hello');
  mkdirSync(join(data, 'files'));
  const storage = new DiskStorage(join(data, 'files'));
  expect(
    await openStoredBytes(storage, { key: '../secret', readCurrentState: async () => 'sent', signal: NEVER }),
  ).toBe('lost');
});
