import { CommandError, type MessageFile } from '@snug/protocol';
import { beforeEach, expect, test } from 'vitest';
import { takeToasts } from '../../ui/feedback/toast.ts';
import type { UploadOptions } from './upload-file.ts';
import { UploadQueue } from './upload-queue.ts';

interface Started {
  name: string;
  options: UploadOptions;
  finish(): void;
  fail(message?: string): void;
}

/** A queue whose uploads the test finishes or fails. */
function createUploadQueue(...names: string[]) {
  const started: Started[] = [];
  const discarded: string[] = [];
  const network = { isConnected: true };
  let keys = 0;
  const uploads = new UploadQueue({
    isConnected: () => network.isConnected,
    newKey: () => String(++keys),
    discard: fileId => discarded.push(fileId),
    upload: (_, { name }, options) => {
      const { promise, resolve, reject } = Promise.withResolvers<MessageFile>();
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error));
      started.push({
        name,
        options,
        finish: () => resolve({ id: `id of ${name}`, name, contentType: '', size: 1, url: '' }),
        fail: (message = 'Not now') => reject(new CommandError('unavailable', message)),
      });
      return promise;
    },
  });
  uploads.add(names.map(name => new File(['.'], name)));
  const statuses = () => uploads.state.get().items.map(({ status }) => status);
  const run = async (name: string) => {
    await expect.poll(() => started.map(({ name }) => name)).toContain(name);
    const found = started.findLast(upload => upload.name === name);
    if (!found) throw new Error(`${name} was not started`);
    return found;
  };
  return { network, uploads, started, discarded, statuses, run };
}

beforeEach(() => void takeToasts());
const getToasts = () => takeToasts().map(({ description }) => description);

test('uploads start on sending, two at a time, and the items keep their order', async () => {
  const { uploads, started, statuses, run } = createUploadQueue('a', 'b', 'c');
  expect([started.length, statuses()]).toEqual([0, ['inited', 'inited', 'inited']]);
  const sent = uploads.send();
  expect(statuses()).toEqual(['uploading', 'uploading', 'inited']);
  (await run('b')).finish();
  (await run('c')).finish();
  (await run('a')).finish();
  expect((await sent).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(uploads.state.get().items).toEqual([]);
});

test('sending twice sends once', async () => {
  const { uploads, started, run } = createUploadQueue('a');
  const [first, second] = [uploads.send(), uploads.send()];
  (await run('a')).finish();
  expect([await second, (await first).length, started.length]).toEqual([[], 1, 1]);
});

test('updates the progress', async () => {
  const { uploads, run } = createUploadQueue('a');
  void uploads.send();
  (await run('a')).options.onProgress?.(40);
  expect(uploads.state.get().items[0]?.progress).toBe(40);
});

test('a failed upload shows an error and keeps the other items, and only it is uploaded again', async () => {
  const { uploads, started, statuses, run } = createUploadQueue('a', 'b', 'c');
  const sent = uploads.send();
  (await run('a')).finish();
  (await run('b')).fail();
  (await run('c')).fail();
  expect(await sent).toEqual([]);
  expect(getToasts(), 'each text once').toEqual(['Not now 😕']);
  expect(statuses()).toEqual(['finished', 'error', 'error']);

  const again = uploads.retry('2');
  (await run('b')).finish();
  await again;
  const sentNow = uploads.send();
  (await run('c')).finish();
  expect((await sentNow).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(started.filter(({ name }) => name === 'a')).toHaveLength(1);
});

test('cancelling aborts running uploads, discards finished ones and empties the list', async () => {
  const { uploads, started, discarded, run } = createUploadQueue('a', 'b', 'c');
  const sent = uploads.send();
  (await run('a')).finish();
  const second = await run('b');
  await run('c');
  uploads.cancel();
  expect(await sent).toEqual([]);
  expect(second.options.signal?.aborted).toBe(true);
  expect([discarded, started.length, uploads.state.get().items]).toEqual([['id of a'], 3, []]);
});

test('cancelling after a failure keeps the list and starts no more uploads', async () => {
  const { uploads, started, discarded, statuses, run } = createUploadQueue('a', 'b', 'c', 'd');
  const sent = uploads.send();
  (await run('a')).finish();
  (await run('b')).fail();
  await run('c');
  await run('d');
  uploads.cancel();
  await sent;
  expect(statuses()).toEqual(['inited', 'error', 'inited', 'inited']);
  expect([discarded, started.length]).toEqual([['id of a'], 4]);
});

test('removing an item aborts or discards its upload, and the others continue', async () => {
  const { uploads, discarded, run } = createUploadQueue('a', 'b', 'c');
  const sent = uploads.send();
  (await run('a')).finish();
  await run('c');
  uploads.remove('1');
  uploads.remove('2');
  (await run('c')).finish();
  expect((await sent).map(({ name }) => name)).toEqual(['c']);
  expect(discarded).toEqual(['id of a']);
});

test('discards an upload that finishes just as it is cancelled', async () => {
  const { uploads, discarded, run } = createUploadQueue('a');
  const sent = uploads.send();
  const upload = await run('a');
  upload.finish();
  uploads.cancel();
  await sent;
  expect(discarded).toEqual(['id of a']);
});

test('without a connection, returns all items and uploads none', async () => {
  const { network, uploads, started } = createUploadQueue('a', 'b');
  network.isConnected = false;
  expect((await uploads.send()).map(({ name, file }) => [name, file])).toEqual([
    ['a', undefined],
    ['b', undefined],
  ]);
  expect([started.length, uploads.state.get().items, getToasts()]).toEqual([0, [], []]);
});

test('if the connection is lost, returns all items with the finished uploads', async () => {
  const { network, uploads, run } = createUploadQueue('a', 'b', 'c');
  const sent = uploads.send();
  (await run('a')).finish();
  network.isConnected = false;
  (await run('b')).fail();
  (await run('c')).fail();
  expect((await sent).map(({ name, file }) => [name, file?.id])).toEqual([
    ['a', 'id of a'],
    ['b', undefined],
    ['c', undefined],
  ]);
  expect([uploads.state.get().items, getToasts()]).toEqual([[], []]);
});
