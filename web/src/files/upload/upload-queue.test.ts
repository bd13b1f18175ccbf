import { CommandError, type MessageFile } from '@snug/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toasts } from '../../ui/feedback/toast.ts';
import type { UploadOptions } from './upload-file.ts';
import { UploadQueue } from './upload-queue.ts';

interface Started {
  name: string;
  options: UploadOptions;
  finish(): void;
  fail(message?: string): void;
}

/** Uploads whose wire is in the hands of the test. */
function createUploadQueue(...names: string[]) {
  const started: Started[] = [];
  const discarded: string[] = [];
  const world = { isConnected: true };
  let keys = 0;
  const uploads = new UploadQueue({
    isConnected: () => world.isConnected,
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
  return { world, uploads, started, discarded, statuses, run };
}

beforeEach(() => void vi.spyOn(toasts, 'add'));
afterEach(() => void vi.restoreAllMocks());
const told = () => vi.mocked(toasts.add).mock.calls.map(([{ description }]) => description);

test('nothing is uploaded before it is to be sent, then two at a time, and all come in their order', async () => {
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

test('progress shows', async () => {
  const { uploads, run } = createUploadQueue('a');
  void uploads.send();
  (await run('a')).options.onProgress?.(40);
  expect(uploads.state.get().items[0]?.progress).toBe(40);
});

test('one that fails is told and keeps the others; only it is uploaded again', async () => {
  const { uploads, started, statuses, run } = createUploadQueue('a', 'b', 'c');
  const sent = uploads.send();
  (await run('a')).finish();
  (await run('b')).fail();
  (await run('c')).fail();
  expect(await sent).toEqual([]);
  expect(told(), 'each reason once').toEqual(['Not now 😕']);
  expect(statuses()).toEqual(['finished', 'error', 'error']);

  const again = uploads.retry('2');
  (await run('b')).finish();
  await again;
  const sentNow = uploads.send();
  (await run('c')).finish();
  expect((await sentNow).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(started.filter(({ name }) => name === 'a')).toHaveLength(1);
});

test('closing stops what is on its way, takes back what has arrived, and forgets the list', async () => {
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

test('closing after a failure keeps the list, and starts nothing more', async () => {
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

test('removing one stops it or takes it back, and the others go', async () => {
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

test('an upload that arrives just when it is given up is taken back', async () => {
  const { uploads, discarded, run } = createUploadQueue('a');
  const sent = uploads.send();
  const upload = await run('a');
  upload.finish();
  uploads.cancel();
  await sent;
  expect(discarded).toEqual(['id of a']);
});

test('without a connection nothing is uploaded, and everything is handed on', async () => {
  const { world, uploads, started } = createUploadQueue('a', 'b');
  world.isConnected = false;
  expect((await uploads.send()).map(({ name, file }) => [name, file])).toEqual([
    ['a', undefined],
    ['b', undefined],
  ]);
  expect([started.length, uploads.state.get().items, told()]).toEqual([0, [], []]);
});

test('where the connection is lost on the way everything is handed on, with what has arrived', async () => {
  const { world, uploads, run } = createUploadQueue('a', 'b', 'c');
  const sent = uploads.send();
  (await run('a')).finish();
  world.isConnected = false;
  (await run('b')).fail();
  (await run('c')).fail();
  expect((await sent).map(({ name, file }) => [name, file?.id])).toEqual([
    ['a', 'id of a'],
    ['b', undefined],
    ['c', undefined],
  ]);
  expect([uploads.state.get().items, told()]).toEqual([[], []]);
});
