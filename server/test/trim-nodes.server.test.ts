import type { CommandOutput, RoomState } from '@snug/protocol';
import { nameCookie } from '@snug/testkit/name-cookie.ts';
import { PostgresServer, runStatement } from '@snug/testkit/postgres/postgres-server.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, onTestFinished, test } from 'vitest';

const DAY_MS = 24 * 60 * 60_000;
/** Several parts. */
const OLD_MESSAGES = 160;
const LIMITS = ['COMMANDS', 'REQUESTS', 'READS', 'SENDS'];

async function startNodes() {
  const database = await PostgresServer.start();
  const url = await database.createDatabase();
  const limits = Object.fromEntries(LIMITS.map(name => [`SNUG_LIMIT_${name}`, '100000/60']));
  const settings = { DATABASE_URL: url, SNUG_SECRET: 's'.repeat(32), ...limits };
  const nodes = await Promise.all([ServerProcess.start({ settings }), ServerProcess.start({ settings })]);
  onTestFinished(async () => {
    await Promise.all(nodes.map(node => node.remove()));
    await database.remove();
  });
  return { url, nodes };
}

async function sendMany(socket: TestSocket, roomId: string, count: number, name: string): Promise<void> {
  for (let number = 0; number < count; number++) {
    const { error } = await socket.request('send_message', { roomId, text: `${name} ${number}` });
    expect(error).toBeUndefined();
  }
}

/** The positions of the room's events that a socket received. */
function listSteps({ events }: TestSocket, roomId: string): number[] {
  return events.flatMap(event =>
    'seq' in event && 'roomId' in event && event.roomId === roomId ? event.seq : [],
  );
}

test('TR1 TR2 on two servers with PostgreSQL, everyone sees a trim at one step of the log, and sends go on meanwhile', async () => {
  const { url, nodes } = await startNodes();
  const [one, two] = nodes;
  const ann = await TestPerson.signUp(one.url, 'Ann');
  const people = [ann, await TestPerson.fromCookie(two.url, nameCookie(ann.cookie, two))];
  const roomId = await ann.createRoom();
  const sockets = await Promise.all(people.map(person => person.connect()));
  await Promise.all(sockets.map(socket => sendMany(socket, roomId, OLD_MESSAGES / 2, 'old')));
  const { messages } = await ann.runCommand<CommandOutput<'get_messages'>>('get_messages', { roomId });
  const lastOld = Math.max(...messages.map(({ seq }) => seq));
  await Promise.all(sockets.map(socket => sendMany(socket, roomId, 1, 'young')));
  for (const socket of sockets) expect(await socket.request('open_room', { roomId })).toHaveProperty('ok');

  const old = `"roomId" = '${roomId}' and "seq" <= ${lastOld}`;
  await runStatement(url, `update "messages" set "createdAt" = "createdAt" - ${100 * DAY_MS} where ${old}`);
  await runStatement(url, `insert into "retention" ("roomId", "days", "version") values ('', 90, 1)`);
  await runStatement(url, `update "jobs" set "dueAt" = 0 where "kind" = 'room_trim'`);
  const countOld = async () => (await runStatement(url, `select 1 from "messages" where ${old}`)).length;
  let number = 0;
  while ((await countOld()) > 0)
    await Promise.all(sockets.map(socket => sendMany(socket, roomId, 1, `later ${number++}`)));

  for (const [node, socket] of sockets.entries()) {
    const { seq } = (await socket.request('open_room', { roomId })).ok as RoomState;
    await until(`all steps of node ${node}`, () => listSteps(socket, roomId).at(-1) === seq);
    const steps = listSteps(socket, roomId);
    expect(steps, 'without a gap').toEqual(steps.map((_, index) => (steps[0] ?? 0) + index));
    const trims = socket.getEvents('room_trimmed');
    expect(trims).toMatchObject([{ roomId, before: lastOld + 1 }]);
    const page = await people[node]?.runCommand<CommandOutput<'get_messages'>>('get_messages', { roomId });
    expect(page?.hasOlder === true || page?.messages[0]?.text?.startsWith('young')).toBe(true);
  }
  const [first, second] = sockets.map(socket => socket.getEvents('room_trimmed')[0]?.seq);
  expect(second, 'the same step').toBe(first);
  const left = await runStatement(url, `select "text" from "messages" where "roomId" = '${roomId}'`);
  expect(left.filter(row => JSON.stringify(row).includes('old '))).toEqual([]);
  expect(left).toHaveLength(2 + number);
});
