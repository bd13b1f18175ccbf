import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { INITIAL_STATE_ID, type InitialState } from '@snug/protocol';
import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createTestApp } from '../testing/app.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  runJob,
  runJobs,
  runJobsAt,
  sendMany,
} from '../testing/database.ts';

const ELEMENT = new RegExp(`<script type="application/json" id="${INITIAL_STATE_ID}">(.*?)</script>`, 's');

function readState(page: string): InitialState | undefined {
  const [, json] = ELEMENT.exec(page) ?? [];
  return json === undefined ? undefined : JSON.parse(json);
}

async function createSignedInReader(options: Parameters<typeof createTestApp>[0] = {}) {
  const setup = await createTestApp(options);
  const get = (url: string, headers: Record<string, string> = { cookie: setup.cookie }) =>
    setup.app.inject({ url, headers });
  return { ...setup, get, stateAt: async (url: string) => readState((await get(url)).body) };
}

test('K5 the page of a room contains the results of its first commands', async () => {
  const { app, db, uid, cookie, roomId, stateAt } = await createSignedInReader();
  await sendMany(db, uid, roomId, 20);
  const postCommand = async (command: string, payload: object) =>
    (await app.inject({ method: 'POST', url: `/api/${command}`, headers: { cookie }, payload })).json();
  const { rooms } = await postCommand('list_rooms', { mine: true });
  const room = await postCommand('catch_up', { roomId });
  const { person: me } = await postCommand('get_profile', { uid });
  expect(room.messages).toHaveLength(15);
  const { settings: workspace } = await postCommand('get_workspace', {});
  const list = { epoch: 'epoch', me, workspace, rooms, joined: [roomId] };
  expect(await stateAt(`/chat/${roomId}`)).toEqual({ ...list, room });
  expect(await stateAt('/')).toEqual(list);
});

test('K5 a room with more than 15 unread messages comes with those around the first of them', async () => {
  const { db, uid, roomId, stateAt } = await createSignedInReader();
  const ben = await addPerson(db, 'Ben');
  await sendMany(db, uid, roomId, 40);
  await runJob(db, {
    mutation: 'set_read',
    caller: { uid },
    input: { roomId, seq: 40, version: 1 },
  });
  await sendMany(db, ben, roomId, 15);
  const readPage = async () => {
    const { messages = [], hasOlder, hasNewer } = (await stateAt(`/chat/${roomId}`))?.room ?? {};
    const seqs = messages.map(({ seq }) => seq);
    return { from: seqs[0], to: seqs.at(-1), count: seqs.length, hasOlder, hasNewer };
  };
  expect(await readPage()).toEqual({ from: 41, to: 55, count: 15, hasOlder: true, hasNewer: undefined });
  await sendMany(db, ben, roomId, 1);
  const around = { from: 25, to: 54, count: 30, hasOlder: true, hasNewer: true };
  expect(await readPage()).toEqual(around);
  await sendMany(db, ben, roomId, 100);
  expect(await readPage()).toEqual(around);
});

test('K5 a page around the first unread message grows from it to both sides, up to 30 kB', async () => {
  const { db, uid, roomId, get } = await createSignedInReader();
  const ben = await addPerson(db, 'Ben');
  const text = '<'.repeat(800);
  for (let count = 0; count < 20; count++) await runJob(db, createSendJob(uid, { roomId, text }));
  const move = { roomId, seq: 20, version: 1 };
  await runJob(db, { mutation: 'set_read', caller: { uid }, input: move });
  for (let count = 0; count < 20; count++) await runJob(db, createSendJob(ben, { roomId, text }));
  const { body } = await get(`/chat/${roomId}`);
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(30_000);
  const { messages = [], hasOlder, hasNewer } = readState(body)?.room ?? {};
  const seqs = messages.map(({ seq }) => seq);
  const older = seqs.filter(seq => seq < 21).length;
  const newer = seqs.filter(seq => seq > 21).length;
  expect(seqs, 'no holes').toEqual(
    Array.from({ length: older + 1 + newer }, (_, index) => 21 - older + index),
  );
  expect(Math.abs(older - newer)).toBeLessThanOrEqual(1);
  expect([hasOlder, hasNewer]).toEqual([true, true]);
});

test('K5 a link to a message, or to a missing room, contains only the list', async () => {
  const { roomId, stateAt } = await createSignedInReader();
  for (const url of [`/chat/${roomId}?at=${roomId}`, '/chat/0', '/chat/00000000-0000-7000-8000-000000000000'])
    expect([url, Object.keys((await stateAt(url)) ?? {})]).toEqual([
      url,
      ['epoch', 'me', 'workspace', 'rooms', 'joined'],
    ]);
});

test('K5 the page contains the 30 most recently active of your rooms', async () => {
  const { db, uid, stateAt } = await createSignedInReader();
  for (let index = 0; index < 60; index++)
    await runJobsAt(index, db, createRoomJob(uid, { name: `Room ${index}` }));
  const { rooms } = (await stateAt('/')) ?? {};
  expect(rooms).toHaveLength(30);
  expect(rooms?.slice(0, 2).map(({ name }) => name)).toEqual(['Room 59', 'Room 58']);
});

test('K5 a page has at most 30 kB for any room contents', async () => {
  const { db, uid, roomId, get } = await createSignedInReader();
  const text = '<'.repeat(800);
  const jobs = Array.from({ length: 40 }, (_, index) =>
    createRoomJob(uid, { name: `${index} ${'<'.repeat(70)}` }),
  );
  await runJobs(db, ...jobs);
  for (let count = 0; count < 20; count++) await runJob(db, createSendJob(uid, { roomId, text }));
  const { body } = await get(`/chat/${roomId}`);
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(30_000);
  const state = readState(body);
  expect(state?.room).toMatchObject({ seq: 20, reset: true, hasOlder: true });
  expect(state?.room?.messages.at(-1)?.seq).toBe(20);
  expect(state?.rooms.length).toBeGreaterThan(1);
});

test('K5 a room with a too large newest message comes over the socket', async () => {
  const { db, uid, roomId, get } = await createSignedInReader();
  await runJob(db, createSendJob(uid, { roomId, text: '<'.repeat(10_000) }));
  const { body } = await get(`/chat/${roomId}`);
  expect(Object.keys(readState(body) ?? {})).toEqual(['epoch', 'me', 'workspace', 'rooms', 'joined']);
});

test('K5 a page with state is not cached, and requests nothing that it contains', async () => {
  const { get } = await createSignedInReader();
  const { headers, body } = await get('/');
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  expect(body).not.toContain('get-session');
});

test('K5 with gzip, the frame is compressed and the private state is not', async () => {
  const { get, cookie, roomId } = await createSignedInReader();
  const url = `/chat/${roomId}`;
  const bare = await get(url);
  const { headers, rawPayload } = await get(url, { cookie, 'accept-encoding': 'gzip, br' });
  expect(headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'accept-encoding',
    'cache-control': 'no-store',
  });
  expect(gunzipSync(rawPayload).toString()).toBe(bare.body);
  expect(rawPayload.includes(ELEMENT.exec(bare.body)?.[0] ?? '')).toBe(true);
});

test('K5 a request without a session, and one of the service worker, gets the page as built', async () => {
  const { get, cookie } = await createSignedInReader();
  for (const [url, sent] of [
    ['/', ''],
    ['/', `${cookie.slice(0, -3)}x`],
    ['/index.html', cookie],
    ['/signin', cookie],
  ] as const) {
    const { headers, body } = await get(url, { cookie: sent });
    const isBare = body.includes('get-session') && readState(body) === undefined;
    expect([url, isBare, headers['cache-control']]).toEqual([url, true, 'no-cache']);
  }
});

test('K5 somebody who loads many pages gets further ones without data, and others do not', async () => {
  const { rates } = readConfig({ SNUG_LIMIT_PAGES: '2/60' });
  const { get, cookie, signUp, stateAt } = await createSignedInReader({ rates });
  for (let count = 0; count < 2; count++) expect(await stateAt('/')).toBeDefined();
  const { statusCode, headers, body } = await get('/', { cookie, 'accept-encoding': 'gzip' });
  expect([statusCode, headers['cache-control'], headers['content-encoding']]).toEqual([
    200,
    'no-cache',
    'gzip',
  ]);
  expect((await get('/index.html', {})).body).toBe((await get('/')).body);
  expect(body).not.toContain(INITIAL_STATE_ID);
  const ben = await signUp('Ben');
  expect(readState((await get('/', { cookie: ben.cookie })).body)?.me.uid).toBe(ben.uid);
});

test('K5 the page without data is the same in every form, and is not sent again', async () => {
  const { app, get, cookie } = await createSignedInReader();
  const plain = await get('/', {});
  for (const [form, decompress] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const { headers, rawPayload } = await get('/saved', { 'accept-encoding': form });
    expect(headers).toMatchObject({
      'content-encoding': form,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      etag: plain.headers.etag,
    });
    expect(decompress(rawPayload).toString()).toBe(plain.body);
  }
  const known = { 'if-none-match': String(plain.headers.etag) };
  const again = await get('/', known);
  expect([again.statusCode, again.body, again.headers['content-security-policy']]).toEqual([
    304,
    '',
    plain.headers['content-security-policy'],
  ]);
  expect((await get('/', { ...known, cookie })).statusCode, 'data are sent').toBe(200);
  expect((await get('/missing', known)).statusCode).toBe(404);
  const head = await app.inject({ method: 'HEAD', url: '/' });
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
    200,
    '',
    String(Buffer.byteLength(plain.body)),
  ]);
});

test('V2 texts of people cannot end the state element', async () => {
  const { db, uid, roomId, get } = await createSignedInReader();
  const text = '</script><script>alert(1)</script><!-- <script> $& $` \u2028';
  await runJob(db, createSendJob(uid, { roomId, text }));
  const { body } = await get(`/chat/${roomId}`);
  expect(readState(body)?.room?.messages.at(-1)?.text).toBe(text);
  expect(body.match(/<\/?script|<!--/g)).toEqual(['<script', '</script']);
});
