import { readdirSync, readlinkSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { TestS3Store } from '@snug/testkit/s3/s3-store.ts';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { DiskStorage } from '../files/storage/disk.ts';
import { openStorage } from '../files/storage/open-storage.ts';
import { createTestServer } from '../testing/app.ts';
import { temporaryFolder } from '../testing/database.ts';
import { handleErrors } from './handle-errors.ts';
import { sendStored } from './send-stored.ts';

const LARGE = Buffer.alloc(20_000_000, 'x');

/** A server with the objects `digits`, `empty` and `large` under `/<key>`. */
async function createStorageApp() {
  const folder = join(temporaryFolder(), 'files');
  const storage = new DiskStorage(folder);
  await storage.put('digits', Buffer.from('0123456789'));
  await storage.put('empty', Buffer.alloc(0));
  const app = createTestServer();
  app.get<{ Params: { key: string } }>('/:key', (request, reply) =>
    sendStored(request, reply, {
      storage,
      key: request.params.key,
      headers: { 'content-type': 'text/plain' },
    }),
  );
  const get = async (key: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
    const answer = await app.inject({ method, url: `/${key}`, headers });
    return { ...answer, status: answer.statusCode, headers: answer.headers, body: answer.body };
  };
  return { app, storage, folder, get };
}

test('F3 a range returns that part with its position, and several ranges return everything', async () => {
  const { get } = await createStorageApp();
  const part = async (range: string) => {
    const { status, headers, body } = await get('digits', { range });
    return [status, headers['content-range'], headers['content-length'], body];
  };
  expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '3', '789']);
  expect(await part('bytes=-99')).toEqual([206, 'bytes 0-9/10', '10', '0123456789']);
  expect(await part('bytes=0-0,9-9')).toEqual([200, undefined, '10', '0123456789']);
  expect(await part('bytes=10-')).toEqual([416, 'bytes */10', '0', '']);
  const head = await get('digits', { range: 'bytes=2-5' }, 'HEAD');
  expect([head.status, head.headers['content-length'], head.body]).toEqual([206, '4', '']);
});

test('F3 an empty object is sent whole, and has no ranges', async () => {
  const { get } = await createStorageApp();
  expect(await get('empty')).toMatchObject({ status: 200, body: '', headers: { 'content-length': '0' } });
  expect(await get('empty', { range: 'bytes=0-' })).toMatchObject({
    status: 416,
    headers: { 'content-range': 'bytes */0' },
  });
  expect((await get('nothing')).status).toBe(404);
});

test('F3 a cached copy is compared by its tag, or else by its date', async () => {
  const { get } = await createStorageApp();
  const { etag = '', 'last-modified': date = '' } = (await get('digits')).headers;
  expect(etag).toMatch(/^W\/"a-[0-9a-f]+"$/);
  const status = async (headers: Record<string, unknown>) =>
    (await get('digits', headers as Record<string, string>)).status;
  const past = new Date(0).toUTCString();
  for (const header of ['if-none-match', 'if-match'])
    for (const same of ['*', etag, etag.slice(2), `"other", ${etag}`])
      expect([header, same, await status({ [header]: same })]).toEqual([
        header,
        same,
        header === 'if-match' ? 200 : 304,
      ]);
  expect(await status({ 'if-none-match': '"other"', 'if-modified-since': date })).toBe(200);
  expect(await status({ 'if-none-match': etag, 'cache-control': 'no-cache' })).toBe(200);
  expect(await status({ 'if-modified-since': date })).toBe(304);
  expect(await status({ 'if-modified-since': past })).toBe(200);
  expect(await status({ 'if-match': '"other"' })).toBe(412);
  expect(await status({ 'if-unmodified-since': past })).toBe(412);
  expect(await status({ 'if-unmodified-since': date })).toBe(200);
  expect(await status({ 'if-match': etag, 'if-unmodified-since': past })).toBe(200);
  const range = 'bytes=0-0';
  for (const same of [etag, date]) expect(await status({ range, 'if-range': same })).toBe(206);
  for (const other of ['"other"', past, 'soon']) expect(await status({ range, 'if-range': other })).toBe(200);
  const { headers, body } = await get('digits', { 'if-none-match': etag });
  expect(headers).toMatchObject({ etag, 'last-modified': date, vary: 'Cookie' });
  expect([headers['content-type'], body]).toEqual([undefined, '']);
});

test('F3 with a known size and time, a download is one request to a store, and an unchanged one is none', async () => {
  const store = await TestS3Store.start();
  onTestFinished(() => store.stop());
  const storage = openStorage(readConfig(store.environment));
  await storage.put('digits', Buffer.from('0123456789'));
  const app = createTestServer();
  handleErrors(app);
  const info = { size: 10, modifiedAt: new Date(Date.UTC(2026, 0, 31)) };
  app.get<{ Params: { key: string } }>('/:key', (request, reply) =>
    sendStored(request, reply, { storage, key: request.params.key, info, headers: {} }),
  );
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const before = store.operations.length;
    const { statusCode, body, headers: received } = await app.inject({ url, headers });
    return { is: [statusCode, body, store.operations.slice(before)], received };
  };
  const whole = await get('/digits');
  expect(whole.is).toEqual([200, '0123456789', ['get']]);
  expect((await get('/digits', { range: 'bytes=-3' })).is).toEqual([206, '789', ['get']]);
  const etag = String(whole.received.etag);
  expect((await get('/digits', { 'if-none-match': etag })).is).toEqual([304, '', []]);
  expect((await get('/digits', { range: 'bytes=10-' })).is).toMatchObject([416, '', []]);
  expect((await get('/nothing')).is).toMatchObject([404, expect.any(String), ['get']]);
  for (const fault of ['busy', 'cut'] as const) {
    store.fail(fault, 'get', 2);
    const { is, received } = await get('/digits');
    expect(is).toMatchObject([503, expect.stringContaining('unavailable'), ['get', 'get']]);
    expect(received['retry-after']).toBe('1');
  }
});

test('F3 a file that lost bytes on the disk is an error, not a shorter file', async () => {
  const { storage } = await createStorageApp();
  const app = createTestServer();
  const info = { size: 11, modifiedAt: new Date(0) };
  app.get('/digits', (request, reply) =>
    sendStored(request, reply, { storage, key: 'digits', info, headers: {} }),
  );
  expect((await app.inject('/digits')).statusCode).toBe(500);
});

/** Files in a folder that this process has open. */
function openIn(folder: string): string[] {
  return readdirSync('/proc/self/fd').flatMap(fd => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      return [];
    }
  });
}

test.skipIf(process.platform !== 'linux')('F3 a client that stops reading leaves no file open', async () => {
  const { app, storage, folder } = await createStorageApp();
  await storage.put('large', LARGE);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const answers = await Promise.all(
    Array.from(
      { length: 5 },
      () =>
        new Promise<IncomingMessage>((resolve, reject) => {
          get({ port, host: '127.0.0.1', path: '/large' }, resolve).on('error', reject);
        }),
    ),
  );
  expect(openIn(folder)).toHaveLength(5);
  for (const answer of answers) answer.destroy();
  await expect.poll(() => openIn(folder)).toEqual([]);
});
