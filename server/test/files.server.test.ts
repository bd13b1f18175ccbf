import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type CommandOutput, DEFAULT_MAX_FILE_BYTES, type MessageFile } from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../src/base/ids.ts';
import { openDatabase } from '../src/db/open.ts';
import { listFiles } from '../src/testing/files.ts';

let server: ServerProcess;
let ann: TestPerson;
let roomId: string;
/** Files of earlier tests. */
let earlier: ReadonlySet<string>;

beforeAll(async () => {
  server = await ServerProcess.start();
});
beforeEach(async () => {
  earlier = new Set(listAll());
  ann = await TestPerson.add(server, 'Ann');
  roomId = await ann.createRoom();
});
afterAll(() => server.remove());

/** All files in the storage, and uploads in progress. */
function listAll(): string[] {
  const folders = ['files', 'uploads'].map(folder => join(server.data, folder));
  return folders.filter(folder => existsSync(folder)).flatMap(listFiles);
}

/** Those of the current test. */
function listStored(): string[] {
  return listAll().filter(path => !earlier.has(path));
}

function listPendingUploads(): string[] {
  return listFiles(join(server.data, 'uploads'));
}

async function sendFile(file: MessageFile, id = newId()): Promise<string> {
  await ann.runCommand('send_message', { roomId, id, fileId: file.id });
  return id;
}

test('F1 F4 a file is uploaded, sent, and read by others byte by byte', async () => {
  const { metadata, ...file } = await ann.uploadFile('dot ö.png', PNG);
  expect(metadata).toBe('removed');
  expect(file).toMatchObject({
    name: 'dot ö.png',
    contentType: 'image/png',
    size: PNG.length,
    width: 1,
    height: 1,
  });
  const ben = await TestPerson.add(server, 'Ben');
  expect((await ben.get(file.url)).status, 'not sent yet').toBe(404);
  expect((await ann.get(file.url)).status, 'her own').toBe(200);
  await sendFile(file);
  const { messages } = await ben.runCommand<CommandOutput<'get_messages'>>('get_messages', { roomId });
  expect(messages).toMatchObject([{ file }]);
  const response = await ben.get(file.url);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(PNG);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': `inline; filename="dot ?.png"; filename*=UTF-8''dot%20%C3%B6.png`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=259200',
    'accept-ranges': 'bytes',
  });
});

test('F4 only signed-in people can read a file, and missing files are not found', async () => {
  const file = await ann.uploadFile('a.txt', 'hello');
  await sendFile(file);
  expect((await ann.get(file.url, { cookie: '' })).status).toBe(401);
  expect((await ann.get(`/files/${newId()}/a.txt`)).status).toBe(404);
  expect((await ann.get(`/files/${file.id}/another%20name`)).status).toBe(200);
  for (const path of ['x/a.txt', file.id, '../snug.db', '..%2fsnug.db/a', '%00/a']) {
    const response = await ann.get(`/files/${path}`);
    expect([path, (await response.text()).includes('SQLite')]).toEqual([path, false]);
  }
});

test('F3 markup is downloaded as plain text, under any name', async () => {
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  for (const name of ['a.svg', 'a.html', 'a.png', 'a\r\nset-cookie: x=1', '"; x=y']) {
    const file = await ann.uploadFile(name, script);
    const { headers } = await ann.get(file.url);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename/);
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(headers.get('set-cookie')).toBe(null);
    await ann.runCommand('discard_file', { fileId: file.id });
  }
  expect(listStored()).toEqual([]);
});

test('F3 range requests and conditional requests work', async () => {
  const file = await ann.uploadFile('digits.txt', '0123456789');
  const part = async (range: string, more: Record<string, string> = {}) => {
    const response = await ann.get(file.url, { range, ...more });
    return [response.status, response.headers.get('content-range'), await response.text()];
  };
  expect(await part('bytes=0-0')).toEqual([206, 'bytes 0-0/10', '0']);
  expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789']);
  expect(await part('bytes=8-')).toEqual([206, 'bytes 8-9/10', '89']);
  expect(await part('bytes=5-99')).toEqual([206, 'bytes 5-9/10', '56789']);
  expect(await part('bytes=10-')).toEqual([416, 'bytes */10', '']);
  const whole = await ann.get(file.url);
  const etag = whole.headers.get('etag') ?? '';
  expect(await part('bytes=0-0', { 'if-range': etag })).toEqual([206, 'bytes 0-0/10', '0']);
  expect(await part('bytes=0-0', { 'if-range': '"other"' })).toEqual([200, null, '0123456789']);
  // If this header is missing, fetch adds `no-cache` to a conditional request.
  const again = await ann.get(file.url, { 'if-none-match': etag, 'cache-control': 'max-age=0' });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect(again.headers.get('cache-control')).toBe('private, max-age=259200');
  const head = await fetch(server.url + file.url, { method: 'HEAD', headers: { cookie: ann.cookie } });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
});

test('F2 a file that is too large is rejected during the upload, with or without a declared length', async () => {
  const exact = await ann.uploadFile('exact', new Uint8Array(DEFAULT_MAX_FILE_BYTES));
  await ann.runCommand('discard_file', { fileId: exact.id });
  const declared = await ann.upload('large', new Uint8Array(DEFAULT_MAX_FILE_BYTES + 1));
  expect([declared.status, await declared.json()]).toMatchObject([413, { error: { code: 'too_large' } }]);
  let chunks = 0;
  const body = new ReadableStream({
    pull: async controller => {
      controller.enqueue(new Uint8Array(65_536));
      if (++chunks > 500) controller.close();
    },
  });
  const undeclared = await ann.upload('large', body);
  expect([undeclared.status, await undeclared.json()]).toMatchObject([413, { error: { code: 'too_large' } }]);
  expect(listStored()).toEqual([]);
});

test('F2 a sixth upload is rejected until one is sent or discarded', async () => {
  const files = await Promise.all(
    Array.from({ length: 5 }, (_, index) => ann.uploadFile(`${index}.txt`, 'x')),
  );
  const sixth = await ann.upload('6.txt', 'x');
  expect([sixth.status, await sixth.json()]).toMatchObject([409, { error: { code: 'limit_exceeded' } }]);
  const [first, second] = files as [MessageFile, MessageFile];
  await ann.runCommand('discard_file', { fileId: first.id });
  await sendFile(second);
  for (const name of ['6.txt', '7.txt']) await ann.uploadFile(name, 'x');
  expect((await ann.upload('8.txt', 'x')).status).toBe(409);
  expect(listStored()).toHaveLength(6);
});

test('F1 an upload that is aborted at any point leaves nothing behind', async () => {
  const head = [
    'POST /api/files?name=a.txt HTTP/1.1',
    `host: 127.0.0.1:${server.port}`,
    `cookie: ${ann.cookie}`,
    'content-type: application/octet-stream',
    'content-length: 300000',
    '\r\n',
  ].join('\r\n');
  for (let sent = 0; sent < 300_000; sent += 29_999) {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    await new Promise(resolve => socket.write(head + 'x'.repeat(sent), resolve));
    // The server has started the upload, so there is something to remove.
    await expect.poll(() => listPendingUploads().length).toBe(1);
    socket.resetAndDestroy();
    await once(socket, 'close');
    await expect.poll(listStored).toEqual([]);
  }
  for (let count = 0; count < 5; count++) await ann.uploadFile('a.txt', 'nothing of it counts');
});

test('F1 F5 uploads in progress of a killed server are gone after its next start', async () => {
  const never = new ReadableStream({ start: controller => controller.enqueue(new Uint8Array(1_000)) });
  const file = await ann.uploadFile('kept.txt', 'hello');
  await sendFile(file);
  const upload = ann.upload('cut.txt', never).catch(() => undefined);
  await expect.poll(() => listPendingUploads().length).toBe(1);
  await server.end('SIGKILL');
  await upload;
  expect(listStored()).toHaveLength(2);
  await server.start();
  expect(listStored()).toHaveLength(1);
  expect(await (await ann.get(file.url)).text()).toBe('hello');
});

test('F1 after the server is killed at any time, all stored bytes have a row, and acknowledged files are complete', async () => {
  for (let round = 1; round <= (IS_WIDE ? 4 : 1); round++) {
    const ben = await TestPerson.add(server, `Ben${round}`);
    const acknowledged: MessageFile[] = [];
    const bytes = new Uint8Array(1_000_000).fill(round);
    const uploads = Array.from({ length: 5 }, async (_, index) => {
      acknowledged.push(await ben.uploadFile(`${index}`, bytes));
    });
    await Promise.race([Promise.all(uploads.slice(0, round)), Promise.any(uploads)]);
    await server.end('SIGKILL');
    await Promise.allSettled(uploads);
    const db = openDatabase(server.data, { readOnly: true });
    const rows = await db.selectFrom('files').select('key').execute();
    await db.destroy();
    const keys = new Set(rows.map(({ key }) => key));
    expect(listFiles(join(server.data, 'files')).filter(key => !keys.has(key))).toEqual([]);
    await server.start();
    for (const file of acknowledged) {
      expect(new Uint8Array(await (await ben.get(file.url)).arrayBuffer())).toEqual(bytes);
    }
  }
  expect(listPendingUploads()).toEqual([]);
});

test('F1 only a signed-in person on a page of Snug can upload a file, and it needs a name', async () => {
  const refusal = async (response: Promise<Response>) => {
    const { error } = (await (await response).json()) as { error: { code: string } };
    return [(await response).status, error.code];
  };
  const from = (headers: Record<string, string>) => refusal(ann.upload('a', 'x', { headers }));
  expect(await from({ origin: 'https://evil.example' })).toEqual([403, 'forbidden']);
  expect(await from({ 'sec-fetch-site': 'cross-site' })).toEqual([403, 'forbidden']);
  expect(await from({ cookie: '' })).toEqual([401, 'unauthenticated']);
  expect(await refusal(ann.upload('', 'x'))).toEqual([400, 'invalid_input']);
  expect(await refusal(ann.upload('x'.repeat(256), 'x'))).toEqual([400, 'invalid_input']);
  expect(await refusal(ann.upload('a', ''))).toEqual([400, 'invalid_input']);
  for (const query of ['&name=b', '&more=1', '&peaks=101', '&peaks=a', '&duration=-1', '&duration=1.5']) {
    expect([query, ...(await refusal(ann.upload('a', 'x', { query })))]).toEqual([
      query,
      400,
      'invalid_input',
    ]);
  }
  expect(listStored()).toEqual([]);
  expect((await ann.upload('a', 'x', { headers: { origin: server.url } })).status).toBe(200);
});

test('F5 deleting a message removes its file from the disk, and its URL is not found', async () => {
  const file = await ann.uploadFile('a.txt', 'hello');
  const messageId = await sendFile(file);
  expect(listStored()).toHaveLength(1);
  const result = await ann.runCommand('delete_message', { roomId, messageId });
  expect(result).not.toHaveProperty('fileLeft');
  expect(listStored()).toEqual([]);
  expect((await ann.get(file.url)).status).toBe(404);
});

test('F5 if the disk cannot remove a file, its message is deleted, and the file is removed after the next start', async () => {
  const file = await ann.uploadFile('a.txt', 'hello');
  const messageId = await sendFile(file);
  const path = join(server.data, 'files', listStored()[0] ?? '');
  rmSync(path);
  mkdirSync(path);
  writeFileSync(join(path, 'in the way'), '');
  const result = await ann.runCommand<CommandOutput<'delete_message'>>('delete_message', {
    roomId,
    messageId,
  });
  expect(result).toMatchObject({ fileLeft: true, message: { id: messageId, deletedAt: expect.any(Number) } });
  expect((await ann.get(file.url)).status).toBe(404);
  rmSync(path, { recursive: true });
  writeFileSync(path, 'hello');
  await server.end('SIGTERM');
  await server.start();
  await expect.poll(listStored).toEqual([]);
});

test('F6 a new avatar shows everywhere at once, under a new URL', async () => {
  const ben = await TestPerson.add(server, 'Ben');
  const live = await ann.connect();
  const { id: fileId } = await ann.uploadFile('me.png', PNG);
  const { person } = await ann.runCommand<CommandOutput<'set_avatar'>>('set_avatar', { fileId });
  const { avatar = '', uid } = person;
  expect(avatar).toMatch(new RegExp(`^/avatars/${uid}/[0-9a-f]{32}\\.png$`));
  await expect.poll(() => live.getEvents('profile_changed')).toMatchObject([{ person }]);
  const response = await ben.get(avatar);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, max-age=259200',
    'x-content-type-options': 'nosniff',
    etag: expect.any(String),
  });
  expect((await ben.get(avatar, { cookie: '' })).status).toBe(401);
  for (const path of [
    `${uid}/9.png`,
    `${uid}/..%2f2.png`,
    `${uid}/2.jpg`,
    `x/2.png`,
    `..%2f..%2fsnug.db/1.png`,
  ]) {
    expect([path, (await ben.get(`/avatars/${path}`)).status]).toEqual([path, 404]);
  }
  const next = await ann.uploadFile('me.png', PNG);
  const again = await ann.runCommand<CommandOutput<'set_avatar'>>('set_avatar', { fileId: next.id });
  expect((await ben.get(avatar)).status).toBe(404);
  expect([`/${listStored().join()}`]).toEqual([again.person.avatar]);
});
