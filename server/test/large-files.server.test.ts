import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { isHugePicture, type MessageFile } from '@snug/protocol';
import { measurePeak } from '@snug/testkit/process-stats.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { until } from '@snug/testkit/until.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listFiles } from '../src/testing/files.ts';

const MB = 1_000_000;
const SETTINGS = {
  SNUG_MAX_FILE_BYTES: String(200 * MB),
  SNUG_RATE_LIMITS: 'on',
  SNUG_LIMIT_UPLOADS: '1000/60',
};
const PARTS = 100;
/** Not all zeros, and different from its neighbours. */
const PART = Buffer.from(Array.from({ length: MB }, (_, index) => (index * 31 + (index >> 8)) % 251));

let server: ServerProcess;
let ann: TestPerson;

beforeAll(async () => {
  server = await ServerProcess.start({ settings: SETTINGS });
});
beforeEach(async () => {
  ann = await TestPerson.add(server, 'Ann');
});
afterAll(() => server.remove());

/** A body in parts, which never exists as a whole. */
function createBody(parts: Iterable<Uint8Array>): ReadableStream {
  return ReadableStream.from(parts);
}

const hundredMegabytes = () => createBody(Array.from({ length: PARTS }, () => PART));

function listStored(): string[] {
  const folders = ['files', 'uploads'].map(folder => join(server.data, folder));
  return folders.filter(folder => existsSync(folder)).flatMap(listFiles);
}

async function readHash(response: Response): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of response.body ?? []) hash.update(chunk);
  return hash.digest('hex');
}

async function upload(name: string, body: ReadableStream): Promise<MessageFile> {
  const response = await ann.upload(name, body);
  expect(response.status).toBe(200);
  return (await response.json()) as MessageFile;
}

test('F2 100 MB are received and sent in a bounded amount of memory', async () => {
  // The first upload loads the libraries.
  await ann.uploadFile('warm.txt', 'hello');
  let file: MessageFile | undefined;
  const received = await measurePeak(server.pid, async () => {
    file = await upload('large.bin', hundredMegabytes());
  });
  const { url = '' } = file ?? {};
  const sent = await measurePeak(server.pid, async () => {
    const expected = createHash('sha256');
    for (let part = 0; part < PARTS; part++) expected.update(PART);
    expect(await readHash(await ann.get(url))).toBe(expected.digest('hex'));
  });
  expect(file).toMatchObject({ size: PARTS * MB });
  expect(Math.max(received, sent)).toBeLessThan(50 * MB);
});

test('F3 parts of a large file are read where they are', async () => {
  const { url } = await upload('large.bin', hundredMegabytes());
  const whole = await ann.get(url, { range: 'bytes=99999990-' });
  expect([whole.status, whole.headers.get('content-range')]).toEqual([
    206,
    'bytes 99999990-99999999/100000000',
  ]);
  const etag = whole.headers.get('etag') ?? '';
  for (const [headers, expected] of [
    [{ range: 'bytes=-10' }, PART.subarray(-10)],
    [{ range: 'bytes=50000000-50000099' }, PART.subarray(0, 100)],
    [{ range: 'bytes=50000000-50000099', 'if-range': etag }, PART.subarray(0, 100)],
  ] as const) {
    const response = await ann.get(url, headers);
    expect(response.status).toBe(206);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(expected);
  }
});

test('Y24 an archive with 100 MB is sent in a bounded amount of memory, one at a time', async () => {
  const { id: fileId } = await upload('large.bin', hundredMegabytes());
  await ann.runCommand('send_message', { roomId: await ann.createRoom(), fileId });
  let bytes = 0;
  const memory = await measurePeak(server.pid, async () => {
    const archive = await ann.get('/api/account/data');
    expect((await ann.get('/api/account/data')).status, 'a second one').toBe(429);
    for await (const part of archive.body ?? []) bytes += part.length;
  });
  expect(bytes).toBeGreaterThan(PARTS * MB);
  expect(memory).toBeLessThan(50 * MB);
  await until('another one can begin', async () => {
    const { status, body } = await ann.get('/api/account/data');
    await body?.cancel();
    return status === 200;
  });
});

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const encoded = Buffer.alloc(body.length + 8);
  encoded.writeUInt32BE(data.length);
  body.copy(encoded, 4);
  encoded.writeUInt32BE(crc32(body), body.length + 4);
  return encoded;
}

test('F7 a picture of 100 MB loses its metadata in a bounded amount of memory, and is not shown', async () => {
  const secret = 'Home of Ann';
  const head = Buffer.from('89504e470d0a1a0a', 'hex');
  const size = Buffer.from('0000000a0000000a0802000000', 'hex');
  const pixels = chunk('IDAT', PART);
  const parts = [head, chunk('IHDR', size), chunk('tEXt', Buffer.from(`Author\0${secret}`))];
  for (let part = 0; part < PARTS; part++) parts.push(pixels);
  let file: MessageFile | undefined;
  const memory = await measurePeak(server.pid, async () => {
    file = await upload(
      'scan.png',
      createBody([...parts, chunk('eXIf', Buffer.from(secret)), chunk('IEND', Buffer.alloc(0))]),
    );
  });
  expect(file).toMatchObject({
    contentType: 'image/png',
    size: 33 + PARTS * pixels.length + 12,
  });
  expect(file && isHugePicture(file), 'the page shows no picture').toBe(true);
  expect(memory).toBeLessThan(50 * MB);
  for (const path of listFiles(join(server.data, 'files'))) {
    const stored = readFileSync(join(server.data, 'files', path));
    expect(stored.includes(secret)).toBe(false);
  }
});

test('F1 Q1 an upload that is cut at half leaves nothing, does not count, and can be repeated', async () => {
  const before = listStored().length;
  // Without a length, each counts as 200 MB meanwhile, and a person may upload 2 GB a day.
  for (let attempt = 0; attempt < 25; attempt++) {
    const control = new AbortController();
    const body = createBody(
      (function* () {
        for (let part = 0; part < 2; part++) yield PART;
        control.abort();
      })(),
    );
    const headers = { cookie: ann.cookie, 'content-type': 'application/octet-stream' };
    const request = { method: 'POST', headers, body, duplex: 'half' as const, signal: control.signal };
    await expect(fetch(`${server.url}/api/files?name=cut.bin`, request)).rejects.toThrow('aborted');
    await expect.poll(() => listStored().length).toBe(before);
  }
  // Until the server has noticed the last cuts, these uploads take the person's places.
  await expect.poll(async () => (await ann.upload('small.txt', 'small')).status).toBe(200);
  expect(await upload('whole.bin', hundredMegabytes())).toMatchObject({ size: PARTS * MB });
});

test('F2 the server names its limit at the start of a connection, and in the error', async () => {
  const live = await ann.connect();
  await expect.poll(() => live.getEvents('connected')).toMatchObject([{ maxFileBytes: 200 * MB }]);
  expect(await ann.postCommand('check_upload', { size: 200 * MB })).toMatchObject({ ok: {} });
  expect(await ann.postCommand('check_upload', { size: 200 * MB + 1 })).toMatchObject({
    error: { code: 'too_large', message: 'Files can have at most 190.7 MB' },
  });
});
