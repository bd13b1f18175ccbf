import type { CommandOutput, Presence } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

/** Longer than the grace period. */

let server: ServerProcess;
let ann: TestPerson;
let ben: TestPerson;
let uid: string;
let watcher: TestSocket;

beforeAll(async () => {
  server = await ServerProcess.start();
});
beforeEach(async () => {
  [ann, ben] = [await TestPerson.add(server, 'Ann'), await TestPerson.add(server, 'Ben')];
  uid = await readUid(ben);
  watcher = await watch();
});
afterAll(() => server.remove());

async function readUid(person: TestPerson): Promise<string> {
  const roomId = await person.createRoom();
  const { message } = await person.runCommand<CommandOutput<'send_message'>>('send_message', {
    roomId,
    text: 'hi',
  });
  return message.author.uid;
}

async function watch(): Promise<TestSocket> {
  const live = await ann.connect();
  await live.request('watch_people', { uids: [uid] });
  return live;
}

async function readStoredPresence(): Promise<Presence | undefined> {
  return (await ann.runCommand<CommandOutput<'get_profile'>>('get_profile', { uid })).presence;
}

function getReceivedPresences(): Presence[] {
  const presences = watcher.getEvents('presence_changed').map(({ presence }) => presence);
  return presences.filter(presence => presence.uid === uid);
}

function getReceivedStates(): string[] {
  return getReceivedPresences().map(({ state }) => state);
}

test('P3 a person is offline after sign-in, online with a connection, offline after sign-out, in the order of the times', async () => {
  expect(await readStoredPresence()).toMatchObject({ state: 'offline' });
  await ben.connect();
  await expect.poll(getReceivedStates).toEqual(['online']);
  await ben.signOut();
  // The response to a sign-out follows the change, without a grace period.
  expect(await readStoredPresence()).toMatchObject({ state: 'offline' });
  await expect.poll(getReceivedStates).toEqual(['online', 'offline']);
  const times = getReceivedPresences().map(({ lastChanged }) => lastChanged);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test('P3 signing out on one device leaves the person online on the other', async () => {
  const elsewhere = await ben.signInAgain();
  await ben.connect();
  await elsewhere.connect();
  await expect.poll(getReceivedStates).toEqual(['online']);
  await elsewhere.signOut();
  expect(await readStoredPresence()).toMatchObject({ state: 'online' });
});

test('P4 a broken connection makes a person offline after the grace period, unless they return in time', async () => {
  const first = await ben.connect();
  await expect.poll(getReceivedStates).toEqual(['online']);
  first.socket.terminate();
  const second = await ben.connect();
  await second.request('list_rooms', {});
  second.socket.terminate();
  await expect.poll(getReceivedStates).toEqual(['online', 'offline']);
});

test('P5 after the server was killed, everyone is offline until they return', async () => {
  await ben.connect();
  await expect.poll(getReceivedStates).toEqual(['online']);
  await server.end('SIGKILL');
  await server.start();
  const before = await readStoredPresence();
  expect(before).toMatchObject({ state: 'offline' });
  watcher = await watch();
  await ben.connect();
  await expect.poll(getReceivedStates).toEqual(['online']);
  expect((await readStoredPresence())?.lastChanged).toBeGreaterThan(
    before?.lastChanged ?? Number.POSITIVE_INFINITY,
  );
});

test('P5 a server that stops stores when each person was last online', async () => {
  await ben.connect();
  await expect.poll(getReceivedStates).toEqual(['online']);
  await server.end('SIGTERM');
  const stopped = Date.now();
  await new Promise(resolve => setTimeout(resolve, 50));
  await server.start();
  const presence = await readStoredPresence();
  expect(presence).toMatchObject({ state: 'offline' });
  expect(presence?.lastChanged).toBeLessThanOrEqual(stopped);
});

test('P2 only watchers of a person receive their presence', async () => {
  const other = await ann.connect();
  await ben.connect();
  await expect.poll(getReceivedStates).toEqual(['online']);
  await other.request('list_rooms', {});
  expect(other.getEvents('presence_changed').filter(({ presence }) => presence.uid === uid)).toEqual([]);
});
