import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import type { CommandOutput } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../src/base/ids.ts';

test('H4 a server that stops is not ready first, and every acknowledged message exists afterwards', async () => {
  const server = await ServerProcess.start({ settings: { SNUG_DRAIN_SECONDS: '1' } });
  onTestFinished(() => server.remove());
  const ann = await TestPerson.add(server, 'Ann');
  const roomId = await ann.createRoom();
  const live = await ann.connect();
  const acknowledged: string[] = [];
  const send = async (): Promise<void> => {
    const id = newId();
    const { ok } = await live.request('send_message', { roomId, id, text: id });
    if (ok) acknowledged.push(id);
    return send();
  };
  for (let sender = 0; sender < 5; sender++) void send();
  const ended = server.end('SIGTERM');
  await until('the server is not ready', async () => (await ann.get('/readyz')).status === 503);
  const before = acknowledged.length;
  const late = await ann.connect();
  await until('messages are sent meanwhile', () => acknowledged.length > before);
  expect(await Promise.all([live.closed, late.closed])).toEqual([1012, 1012]);
  expect(await ended).toBe(0);
  await server.start();
  const state = await ann.runCommand<CommandOutput<'catch_up'>>('catch_up', { roomId, since: 0 });
  expect(state.seq).toBeGreaterThanOrEqual(acknowledged.length);
  const again = await ann.connect();
  expect(await again.request('open_room', { roomId })).toMatchObject({ ok: expect.anything() as unknown });
});

test('H4 a request that runs when the server stops gets its response', async () => {
  const server = await ServerProcess.start();
  onTestFinished(() => server.remove());
  const ann = await TestPerson.add(server, 'Ann');
  const roomId = await ann.createRoom();
  const body = JSON.stringify({ roomId, id: newId(), text: 'The last one' });
  const headers = { 'content-type': 'application/json', cookie: ann.cookie, expect: '100-continue' };
  const sending = request(`${server.url}/api/send_message`, { method: 'POST', headers });
  const responded = once(sending, 'response') as Promise<[IncomingMessage]>;
  sending.flushHeaders();
  await once(sending, 'continue');
  const ended = server.end('SIGTERM');
  sending.end(body);
  const [response] = await responded;
  expect(response.statusCode).toBe(200);
  response.resume();
  expect(await ended).toBe(0);
});

test('H4 while a server stops, it is alive but not ready, and an upload in progress ends', async () => {
  const server = await ServerProcess.start({ settings: { SNUG_DRAIN_SECONDS: '5' } });
  onTestFinished(() => server.remove());
  const ann = await TestPerson.add(server, 'Ann');
  const roomId = await ann.createRoom();
  const { readable, writable } = new TransformStream<Uint8Array>();
  const writer = writable.getWriter();
  const uploaded = ann.upload('late.txt', readable);
  await writer.write(new TextEncoder().encode('The last file '));
  const countUploads = () => readdirSync(join(server.data, 'uploads'), { recursive: true }).length;
  await until('the upload has begun', () => countUploads() > 0);
  const ended = server.end('SIGTERM');
  const readStatuses = () =>
    Promise.all(['/healthz', '/readyz'].map(async path => (await fetch(server.url + path)).status));
  await until('the server is not ready', async () => (await readStatuses())[1] === 503);
  expect(await readStatuses()).toEqual([200, 503]);
  await writer.write(new TextEncoder().encode('before the stop'));
  await writer.close();
  const { id } = (await (await uploaded).json()) as { id: string };
  await ann.runCommand('send_message', { roomId, text: 'In time', fileId: id });
  expect(await readStatuses()).toEqual([200, 503]);
  expect(await ended).toBe(0);
  await server.start();
  expect(await (await ann.get(`/files/${id}/late.txt`)).text()).toBe('The last file before the stop');
});
