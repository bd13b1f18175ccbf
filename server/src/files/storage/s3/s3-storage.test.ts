import { existsSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { type S3Fault, type S3Operation, TestS3Store } from '@snug/testkit/s3/s3-store.ts';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../../../config/config.ts';
import type { S3Settings } from '../../../config/s3-settings.ts';
import { writeTemporaryFile } from '../../../testing/files.ts';
import { TestRequestClock } from '../../../testing/request-clock.ts';
import { LIMITS } from './s3-client.ts';
import { getPartBytes, S3Storage, type S3StorageOptions } from './s3-storage.ts';

const MEGABYTE = 1024 * 1024;
const PART_BYTES = 100_000;
const PARTS = 3;
const LARGE = Buffer.alloc(PARTS * PART_BYTES - 1, '0123456789');

/** Nothing waits between two tries, and parts are small. */
const SHORT = { ...LIMITS, minWaitMs: 0, maxWaitMs: 0, partBytes: PART_BYTES };

let end = async () => {};
afterEach(() => end());

function readSettings(env: Record<string, string>): S3Settings {
  const { s3 } = readConfig(env);
  if (!s3) throw new Error('the settings have no store');
  return s3;
}

async function createSetup(
  env: Record<string, string> = {},
  options: Partial<S3StorageOptions> = {},
  storeOptions: Parameters<typeof TestS3Store.start>[0] = {},
) {
  const store = await TestS3Store.start(storeOptions);
  store.minPartBytes = PART_BYTES;
  const time = new TestRequestClock();
  const changes: (string | undefined)[] = [];
  let retries = 0;
  const storage = new S3Storage({
    ...readSettings({ ...store.environment, ...env }),
    limits: SHORT,
    clock: time.requestClock,
    now: Date.now,
    onRetry: () => retries++,
    onChange: error => changes.push(error?.reason),
    ...options,
  });
  end = async () => {
    storage.close();
    await store.stop();
  };
  const move = (bytes: Uint8Array = LARGE, signal?: AbortSignal) =>
    storage.moveFrom(writeTemporaryFile(bytes), 'file', signal);
  const read = async (range?: { start: number; end: number }) => {
    const stream = await storage.read('file', range);
    return stream && (await buffer(stream));
  };
  const count = (operation: S3Operation) => store.operations.filter(other => other === operation).length;
  return { store, storage, time, changes, move, read, count, getRetries: () => retries };
}

test('a file has at most 9,000 parts of at least 8 MiB', () => {
  expect(getPartBytes(1)).toBe(8 * MEGABYTE);
  expect(getPartBytes(10_000_000_000)).toBe(8 * MEGABYTE);
  const huge = 1024 * 1024 * MEGABYTE;
  expect(getPartBytes(huge) % MEGABYTE).toBe(0);
  expect(Math.ceil(huge / getPartBytes(huge))).toBeLessThanOrEqual(9_000);
});

test('a file of one part is one request, and a larger one is sent in parts, two at once', async () => {
  const { store, move, count } = await createSetup();
  await move(LARGE.subarray(0, PART_BYTES));
  expect(store.operations).toEqual(['put']);
  await move();
  expect(['begin', 'part', 'complete'].map(name => count(name as S3Operation))).toEqual([1, PARTS, 1]);
  expect([store.mostRunning, store.uploadCount]).toEqual([2, 0]);
});

test.each<[S3Fault, S3Operation[]]>([
  ['busy', ['put', 'get', 'head', 'list', 'delete', 'begin', 'part', 'complete']],
  ['expired', ['put', 'part']],
  ['cut', ['put', 'get', 'head', 'list', 'delete', 'begin', 'part', 'complete']],
  ['lost', ['put', 'delete', 'part', 'complete']],
  ['hang', ['put', 'get', 'head', 'part']],
])('after "%s" a request is sent again', async (fault, operations) => {
  const { store, storage, time, move, read, getRetries } = await createSetup();
  store.onHang = port => time.passSilence(20_000, socket => socket.localPort === port);
  for (const operation of operations) store.fail(fault, operation);
  await storage.put('other', Buffer.from('x'));
  await move();
  expect(LARGE.equals((await read()) ?? Buffer.alloc(0))).toBe(true);
  expect((await storage.find('file'))?.size).toBe(LARGE.length);
  await storage.list('folder', { limit: 1 });
  await storage.remove('other');
  expect(store.keys).toEqual(['file']);
  expect([getRetries(), store.uploadCount]).toEqual([operations.length, 0]);
});

test('requests end after some tries, and downloads after two', async () => {
  const { store, storage, move, count } = await createSetup();
  store.fail('busy', undefined, 1_000);
  await expect(move(Buffer.from('x'))).rejects.toMatchObject({ reason: 'failed', status: 503 });
  await expect(storage.read('file')).rejects.toThrow('The file store failed (503 SlowDown)');
  expect([count('put'), count('get')]).toEqual([5, 2]);
});

test('the clock of the system ends the request to a silent store', async () => {
  const { store } = await createSetup();
  const probe = { ...LIMITS.requests.probe, silenceMs: 1, answerMs: 3_600_000 };
  const storage = new S3Storage({
    ...readSettings(store.environment),
    limits: { ...LIMITS, requests: { ...LIMITS.requests, probe } },
    now: Date.now,
  });
  store.fail('hang', 'list');
  await expect(storage.probe()).rejects.toMatchObject({ reason: 'timeout' });
  storage.close();
});

test('no try begins long after the first one', async () => {
  const { store, storage, time, count } = await createSetup();
  store.fail('hang', 'list', 99);
  store.onHang = () => {
    time.advance(6_000);
    time.passSilence(6_000);
  };
  await expect(storage.list('folder', { limit: 1 })).rejects.toMatchObject({ reason: 'timeout' });
  expect(count('list')).toBe(2);
});

test('a store that sends a byte now and then does not keep a request forever', async () => {
  const { store, storage, time, count } = await createSetup();
  store.fail('drip', 'list');
  const probed = storage.probe();
  const hasResponse = () => [...time.sockets.keys()].some(({ bytesRead }) => bytesRead > 0);
  await expect.poll(hasResponse).toBe(true);
  time.advance(5_000);
  await expect(probed).rejects.toMatchObject({ reason: 'timeout' });
  expect(count('list')).toBe(1);
});

test('a store that refuses, or is full, is asked once', async () => {
  const { store, storage, move, count } = await createSetup();
  store.fail('full', 'put');
  await expect(move(Buffer.from('x'))).rejects.toMatchObject({ reason: 'full' });
  store.skewMs = 60 * 60_000;
  await expect(storage.read('file')).rejects.toMatchObject({ reason: 'clock' });
  expect([count('put'), count('get')]).toEqual([1, 1]);
});

test.each<[string, Record<string, string>, string]>([
  ['key', { S3_ACCESS_KEY_ID: 'other' }, 'key'],
  ['secret', { S3_SECRET_ACCESS_KEY: 'other' }, 'key'],
  ['session', { S3_SESSION_TOKEN: 'other' }, 'key'],
  ['region', { S3_REGION: 'eu-west-1' }, 'address'],
])('a wrong %s is known from others', async (_name, env, reason) => {
  const { storage, move } = await createSetup(env);
  await expect(storage.probe()).rejects.toMatchObject({ reason });
  await expect(move(Buffer.from('x'))).rejects.toMatchObject({ reason });
});

test('a missing bucket is not a missing file', async () => {
  const { storage, store } = await createSetup();
  const elsewhere = new S3Storage({
    ...readSettings({ ...store.environment, S3_URL: `http://localhost:${store.port}/other` }),
    clock: new TestRequestClock().requestClock,
    now: Date.now,
  });
  await expect(elsewhere.probe()).rejects.toMatchObject({ reason: 'bucket' });
  await expect(elsewhere.read('file')).rejects.toMatchObject({ reason: 'bucket' });
  expect(await storage.read('file')).toBe(undefined);
  elsewhere.close();
});

test('the bucket is in front of the host, with a session token', async () => {
  const lookup: LookupFunction = (_host, options, callback) =>
    options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);
  const { move, read, store } = await createSetup(
    { S3_STYLE: 'host' },
    { lookup },
    { sessionToken: 'a/b+c==' },
  );
  await move();
  expect(LARGE.equals((await read()) ?? Buffer.alloc(0))).toBe(true);
  expect(store.keys).toEqual(['file']);
});

test('a key has any characters', async () => {
  const { storage, store } = await createSetup();
  const key = 'strange/a b+c%20&d=e?f#ü\'(1)*!~.\\<x>"';
  await storage.put(key, Buffer.from('strange'));
  expect(store.keys).toEqual([key]);
  expect((await storage.find(key))?.size).toBe(7);
  expect(await storage.list('strange', { limit: 9 })).toEqual([key]);
});

test('a completion that fails behind its status is a failure, and leaves no upload', async () => {
  const { store, move, count } = await createSetup();
  store.fail('late_error', 'complete', 9);
  await expect(move()).rejects.toMatchObject({ reason: 'failed', code: 'InternalError' });
  expect([store.keys, store.uploadCount, count('abort')]).toEqual([[], 0, 1]);
});

test.each([['part'], ['complete']] as const)('an upload whose %s fails leaves nothing', async operation => {
  const { store, move } = await createSetup();
  store.fail('busy', operation, 99);
  await expect(move()).rejects.toMatchObject({ status: 503 });
  expect([store.keys, store.uploadCount]).toEqual([[], 0]);
});

test('an upload that is ended leaves nothing, and a failed one keeps its local file', async () => {
  const { store, storage } = await createSetup();
  const path = writeTemporaryFile(LARGE);
  store.fail('hang', 'part', 99);
  const ending = new AbortController();
  const moving = storage.moveFrom(path, 'file', ending.signal);
  await expect.poll(() => store.operations).toContain('part');
  ending.abort(new Error('no space'));
  await expect(moving).rejects.toThrow('no space');
  expect([store.keys, store.uploadCount, existsSync(path)]).toEqual([[], 0, true]);
});

test('a local file that is missing is no failure of the store', async () => {
  const { storage, store } = await createSetup();
  await expect(storage.moveFrom('/nowhere/file', 'file')).rejects.toThrow('ENOENT');
  expect(store.operations).toEqual([]);
});

test('a store that ignores a range is an error', async () => {
  const { store, storage, move } = await createSetup();
  await move(Buffer.from('0123456789'));
  store.fail('whole', 'get');
  await expect(storage.read('file', { start: 1, end: 2 })).rejects.toMatchObject({ code: 'WrongRange' });
  await expect(storage.read('file', { start: 8, end: 20 })).rejects.toMatchObject({ code: 'WrongRange' });
});

test('a body of which the store closes the connection is an error', async () => {
  const { store, storage, move } = await createSetup();
  await move();
  store.fail('half', 'get');
  const stream = await storage.read('file');
  await expect(stream && buffer(stream)).rejects.toThrow('aborted');
});

test('a body that stops is an error', async () => {
  const { store, storage, time, move } = await createSetup();
  await move();
  store.fail('stall', 'get');
  const stream = await storage.read('file');
  let message: string | undefined;
  const reading = stream && buffer(stream).catch((error: Error) => (message = error.message));
  await expect
    .poll(() => {
      time.passSilence(20_000);
      return message;
    })
    .toContain('does not answer in time');
  await reading;
});

test('a slow reader is no stall, and one that stops ends the request', async () => {
  const { store, storage, time } = await createSetup();
  const bytes = Buffer.alloc(8 * MEGABYTE);
  await storage.put('file', bytes);
  const slow = await storage.read('file');
  await expect.poll(() => slow?.readableLength).toBeGreaterThan(0);
  for (let turn = 0; turn < 3; turn++) time.passSilence(20_000);
  expect(slow && (await buffer(slow)).length).toBe(bytes.length);
  const before = store.socketCount;
  for await (const chunk of (await storage.read('file')) ?? []) if (chunk) break;
  await expect.poll(() => store.socketCount).toBe(before - 1);
});

test('the end of the store and its return are each reported once', async () => {
  const { store, storage, move, changes } = await createSetup();
  await move(Buffer.from('x'));
  store.fail('cut', undefined, 1_000);
  await expect(storage.find('file')).rejects.toMatchObject({ reason: 'unreachable' });
  await expect(move(Buffer.from('x'))).rejects.toMatchObject({ reason: 'unreachable' });
  expect(await storage.findProblem(10_000)).toMatchObject({ reason: 'unreachable', detail: 'ECONNRESET' });
  store.heal();
  expect(await storage.findProblem(-1)).toBe(undefined);
  expect(changes).toEqual(['unreachable', undefined]);
});

test('a full store still serves reads, and is full until a write succeeds', async () => {
  const { store, storage, move, changes } = await createSetup();
  await move(Buffer.from('x'));
  store.fail('full', 'put');
  await expect(move(Buffer.from('y'))).rejects.toMatchObject({ reason: 'full' });
  expect(await text((await storage.read('file')) as never)).toBe('x');
  expect(await storage.findProblem(10_000)).toMatchObject({ reason: 'full' });
  await move(Buffer.from('y'));
  expect(await storage.findProblem(10_000)).toBe(undefined);
  expect(changes).toEqual(['full', undefined]);
});

test('unfinished uploads are listed in pages and can be removed', async () => {
  const { store, storage } = await createSetup();
  const prefixed = new S3Storage({
    ...readSettings({ ...store.environment, S3_URL: `${store.environment.S3_URL}/a` }),
    limits: SHORT,
    clock: new TestRequestClock().requestClock,
    now: Date.now,
  });
  store.fail('cut', ['complete', 'abort'], 100);
  for (const other of [storage, prefixed, prefixed])
    await expect(other.moveFrom(writeTemporaryFile(LARGE), 'file')).rejects.toThrow('cannot be reached');
  store.heal();
  const [first, ...rest] = await prefixed.listUploads({ limit: 1 });
  expect([first, rest]).toMatchObject([{ key: 'file', startedAt: expect.any(Date) }, []]);
  if (!first) return;
  const [second] = await prefixed.listUploads({ after: first, limit: 9 });
  for (const upload of [first, second, first]) await prefixed.abortUpload(upload as typeof first);
  // The last one was gone, which is no problem of the store.
  expect(await prefixed.findProblem(10_000)).toBe(undefined);
  expect(await prefixed.listUploads({ limit: 9 })).toEqual([]);
  expect(store.uploadCount).toBe(1);
  prefixed.close();
});
