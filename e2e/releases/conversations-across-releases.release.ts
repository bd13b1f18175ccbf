import { expect, test } from '@playwright/test';
import { newId } from '@snug/client';
import type { CommandOutput } from '@snug/protocol';
import { PostgresServer } from '@snug/testkit/postgres/postgres-server.ts';
import { BUILT_MAIN, ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { getPreviousMain } from './previous-release.ts';

let database: PostgresServer;
let url: string;
const servers: ServerProcess[] = [];

test.beforeEach(async () => {
  database = await PostgresServer.start();
  url = await database.createDatabase();
});

test.afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.remove()));
  await database.remove();
});

async function startNode(main: string): Promise<ServerProcess> {
  const settings = { DATABASE_URL: url, SNUG_SECRET: 's'.repeat(32) };
  const server = await ServerProcess.start({ main, settings });
  servers.push(server);
  return server;
}

/** Cookie names contain the port, so a cookie is only valid on its own server. */
function signInAt({ url }: ServerProcess, people: readonly TestPerson[]): Promise<TestPerson[]> {
  return Promise.all(people.map(({ email }) => TestPerson.signIn(url, email)));
}

async function send(person: TestPerson, roomId: string, replyTo?: string): Promise<string> {
  const id = newId();
  const input = { roomId, id, text: `${person.name} was here`, ...(replyTo !== undefined && { replyTo }) };
  await person.runCommand('send_message', input);
  return id;
}

async function readCounts(person: TestPerson, roomId: string): Promise<object> {
  const { replies = {} } = await person.runCommand<CommandOutput<'get_messages'>>('get_messages', { roomId });
  return replies;
}

async function readUnread(person: TestPerson, roomId: string) {
  const { reads } = await person.runCommand<CommandOutput<'get_unread'>>('get_unread', { roomIds: [roomId] });
  const { unread = -1, mentions = 0, version = 0 } = reads[roomId] ?? {};
  return { unread, mentions, version };
}

async function listReplies(person: TestPerson, roomId: string, conversation: string): Promise<string[]> {
  const input = { roomId, conversation };
  const { messages } = await person.runCommand<CommandOutput<'get_messages'>>('get_messages', input);
  return messages.map(({ id }) => id);
}

async function listFollowed(person: TestPerson, roomId: string, rootIds: string[]): Promise<Set<string>> {
  const input = { roomId, rootIds };
  return new Set((await person.runCommand<CommandOutput<'get_follows'>>('get_follows', input)).rootIds);
}

test('U14 conversations lose nothing beside a server of the previous release, and count right after it', async () => {
  const old = await startNode(getPreviousMain());
  const people: TestPerson[] = [];
  for (const name of ['Ann', 'Ben', 'Cem']) people.push(await TestPerson.signUp(old.url, name));
  const [annAtOld, benAtOld, cemAtOld] = people as [TestPerson, TestPerson, TestPerson];
  const roomId = await annAtOld.createRoom();
  const first = await send(annAtOld, roomId);
  const before = await send(benAtOld, roomId, first);

  const next = await startNode(BUILT_MAIN);
  const [ann, ben, cem] = (await signInAt(next, people)) as [TestPerson, TestPerson, TestPerson];
  await expect.poll(() => readCounts(ann, roomId), 'older replies').toEqual({ [first]: 1 });
  const second = await send(cemAtOld, roomId);
  const fromOld = await send(cemAtOld, roomId, first);
  const fromNext = await send(ben, roomId, first);
  const deleted = await send(benAtOld, roomId, first);
  await benAtOld.runCommand('delete_message', { roomId, messageId: deleted });
  const firstOfSecond = await send(annAtOld, roomId, second);
  await send(benAtOld, roomId);

  for (const person of [annAtOld, ann])
    expect(await listReplies(person, roomId, first)).toEqual([first, before, fromOld, fromNext]);
  for (const [here, there] of [
    [annAtOld, ann],
    [benAtOld, ben],
    [cemAtOld, cem],
  ] as const)
    expect(await readUnread(there, roomId), here.name).toEqual(await readUnread(here, roomId));
  const { version } = await readUnread(ann, roomId);
  const read = { roomId, seq: 6, version, conversation: first };
  const follow = { roomId, messageId: second, on: false };
  for (const [name, input] of [
    ['set_read', read],
    ['set_follow', follow],
  ] as const)
    expect(await ann.postCommand(name, input), name).toMatchObject({ error: { code: 'unavailable' } });
  await annAtOld.runCommand('set_read', { roomId, seq: 0, version, back: true });
  const back = await readUnread(ann, roomId);
  expect([back.version, back.unread], 'ben, cem, cem, ben, and outside').toEqual([version + 1, 5]);

  await old.end('SIGTERM');
  const readConversation = () => ann.postCommand('set_read', { ...read, version: version + 1 });
  await expect.poll(async () => (await readConversation()).status, { timeout: 60_000 }).toBe(200);
  expect((await readUnread(ann, roomId)).unread, 'what stands outside, and a first message').toBe(2);
  expect(await listReplies(ann, roomId, second)).toEqual([second, firstOfSecond]);
  const expected = { [first]: 3, [second]: 1 };
  await expect.poll(() => readCounts(ann, roomId), { timeout: 60_000 }).toEqual(expected);
  for (const [person, followed] of [
    [ann, [first, second]],
    [ben, [first]],
    [cem, [first, second]],
  ] as const)
    expect(await listFollowed(person, roomId, [first, second]), person.name).toEqual(new Set(followed));
  await send(ben, roomId, first);
  expect(await readCounts(ann, roomId)).toEqual({ ...expected, [first]: 4 });
  const { conversations } = await ann.runCommand<CommandOutput<'list_new_conversations'>>(
    'list_new_conversations',
    {},
  );
  expect(conversations).toEqual([{ roomId, rootId: first }]);
});
