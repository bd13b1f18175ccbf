import { newId } from '@snug/client';
import { type CommandName, HEART } from '@snug/protocol';
import { stable } from '@snug/testkit/compare.ts';
import type { ServerProcess } from '@snug/testkit/server-process.ts';
import type { TestPerson } from '@snug/testkit/test-person.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stage, setStage } from './command-inputs.ts';
import { dump } from './dump-database.ts';
import { aProgram, startServer } from './fixtures.ts';
import { httpLine, SocketLine } from './load/command-client.ts';

const AT_ONCE = 100;

let server: ServerProcess;
let stage: Stage;

beforeAll(async () => {
  server = await startServer();
  stage = await setStage(server);
});
afterAll(() => server.remove());

/** The same command, a hundred times in one moment, over HTTP and over sockets in turn. */
async function askAtOnce(command: CommandName, input: object): Promise<unknown[]> {
  const address = { url: server.url, origin: server.url, cookie: stage.person.cookie };
  const lines = Array.from({ length: 10 }, (_, index) =>
    index % 2 ? httpLine(address) : new SocketLine(address),
  );
  await Promise.all(lines.map(line => line.ask('list_rooms', {})));
  const asked = Array.from({ length: AT_ONCE }, async (_, index) =>
    lines[index % lines.length]?.ask(command, input),
  );
  const answers = await Promise.all(asked);
  for (const line of lines) line.close();
  return answers;
}

test('M2 a message that is sent a hundred times at once is stored once, and each is answered the same', async () => {
  const { roomId, uid } = stage;
  const id = newId();
  const answers = await askAtOnce('send_message', { id, roomId, text: 'said at once' });
  expect(new Set(answers.map(stable)).size).toBe(1);
  expect(answers[0]).toMatchObject({ message: { id, seq: 2, author: { uid }, text: 'said at once' } });
  expect((await dump(server.data)).split('said at once')).toHaveLength(2);
});

test('R2 a room that is created a hundred times at once is one room', async () => {
  const room = { id: newId(), name: 'Only one', description: 'A room' };
  const answers = await askAtOnce('create_room', room);
  expect(new Set(answers.map(stable)).size).toBe(1);
  expect((await dump(server.data)).split('Only one')).toHaveLength(2);
});

test('M7 a message that is liked a hundred times at once is liked once', async () => {
  const { roomId, messageId } = stage;
  const answers = await askAtOnce('set_reaction', { roomId, messageId, emoji: HEART, on: true });
  expect(new Set(answers.map(stable)).size).toBe(1);
  expect(answers[0]).toMatchObject({ message: { id: messageId, reactions: { [HEART]: 1 }, mine: [HEART] } });
});

test('A2 of many who take rights from each other at once, somebody keeps them', async () => {
  const { roomId, person } = stage;
  const people = await Promise.all(Array.from({ length: 8 }, (_, index) => aProgram(server, 2 + index)));
  const uids = await Promise.all(people.map(uidOf));
  for (const uid of uids) await person.do('set_admin', { roomId, uid, admin: true });
  const takings = [person, ...people].flatMap(one =>
    [stage.uid, ...uids].map(uid => one.http('set_admin', { roomId, uid, admin: false })),
  );
  await Promise.all(takings);
  const { admins } = await person.do<{ admins: string[] }>('open_room', { roomId });
  expect(admins).toHaveLength(1);
});

async function uidOf(person: TestPerson): Promise<string> {
  const answer = await person.get('/api/auth/get-session');
  return ((await answer.json()) as { user: { id: string } }).user.id;
}
