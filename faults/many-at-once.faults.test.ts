import { newId } from '@snug/client';
import { type CommandName, HEART } from '@snug/protocol';
import { stableStringify } from '@snug/testkit/compare.ts';
import type { ServerProcess } from '@snug/testkit/server-process.ts';
import type { TestPerson } from '@snug/testkit/test-person.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dumpDatabase } from './dump-database.ts';
import { getTestPerson, startServerWithParticipants } from './fixtures.ts';
import { createHttpClient, ReconnectingSocketClient } from './load/command-client.ts';
import { createTestSetup, type TestSetup } from './test-setup.ts';

const CONCURRENCY = 100;

let server: ServerProcess;
let setup: TestSetup;

beforeAll(async () => {
  server = await startServerWithParticipants();
  setup = await createTestSetup(server);
});
afterAll(() => server.remove());

/** Sends the same command a hundred times at once, alternately over HTTP and over sockets. */
async function requestConcurrently(command: CommandName, input: object): Promise<unknown[]> {
  const address = { url: server.url, origin: server.url, cookie: setup.person.cookie };
  const lines = Array.from({ length: 10 }, (_, index) =>
    index % 2 ? createHttpClient(address) : new ReconnectingSocketClient(address),
  );
  await Promise.all(lines.map(line => line.request('list_rooms', {})));
  const requests = Array.from({ length: CONCURRENCY }, async (_, index) =>
    lines[index % lines.length]?.request(command, input),
  );
  const results = await Promise.all(requests);
  for (const line of lines) line.close();
  return results;
}

test('M2 a message that is sent a hundred times at once is stored once, with the same result each time', async () => {
  const { roomId, uid } = setup;
  const id = newId();
  const results = await requestConcurrently('send_message', { id, roomId, text: 'sent at once' });
  expect(new Set(results.map(stableStringify)).size).toBe(1);
  expect(results[0]).toMatchObject({ message: { id, seq: 2, author: { uid }, text: 'sent at once' } });
  expect((await dumpDatabase(server.data)).split('sent at once')).toHaveLength(2);
});

test('R2 a room that is created a hundred times at once is one room', async () => {
  const room = { id: newId(), name: 'Only one', description: 'A room' };
  const results = await requestConcurrently('create_room', room);
  expect(new Set(results.map(stableStringify)).size).toBe(1);
  expect((await dumpDatabase(server.data)).split('Only one')).toHaveLength(2);
});

test('M7 a message that is liked a hundred times at once is liked once', async () => {
  const { roomId, messageId } = setup;
  const results = await requestConcurrently('set_reaction', { roomId, messageId, emoji: HEART, on: true });
  expect(new Set(results.map(stableStringify)).size).toBe(1);
  expect(results[0]).toMatchObject({ message: { id: messageId, reactions: { [HEART]: 1 }, mine: [HEART] } });
});

test('A2 if many admins remove each other at once, at least one admin remains', async () => {
  const { roomId, person } = setup;
  const people = await Promise.all(Array.from({ length: 8 }, (_, index) => getTestPerson(server, 2 + index)));
  const uids = await Promise.all(people.map(readUid));
  for (const uid of uids) await person.runCommand('set_admin', { roomId, uid, admin: true });
  const takings = [person, ...people].flatMap(one =>
    [setup.uid, ...uids].map(uid => one.postCommand('set_admin', { roomId, uid, admin: false })),
  );
  await Promise.all(takings);
  const { admins } = await person.runCommand<{ admins: string[] }>('open_room', { roomId });
  expect(admins).toHaveLength(1);
});

async function readUid(person: TestPerson): Promise<string> {
  const response = await person.get('/api/auth/get-session');
  return ((await response.json()) as { user: { id: string } }).user.id;
}
