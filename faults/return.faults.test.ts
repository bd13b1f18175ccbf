import { execFileSync } from 'node:child_process';
import { Chat, newId } from '@snug/client';
import { logOf } from '@snug/testkit/assert-view.ts';
import { openSocket } from '@snug/testkit/client-socket.ts';
import { cpuOf, memoryOf, processProblem } from '@snug/testkit/process-stats.ts';
import { programEnvironment } from '@snug/testkit/program-environment.ts';
import { Random } from '@snug/testkit/random.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, onTestFinished, test } from 'vitest';
import { watchCrowding } from './cpu-contention.ts';
import { note } from './figures.ts';
import { aPerson, aServer, isReady } from './fixtures.ts';
import { httpLine } from './load/command-client.ts';
import type { Person } from './load/participant.ts';
import { IS_FULL, SEED } from './seed.ts';

const CLIENTS = IS_FULL ? 2_000 : 200;
const PEOPLE = 30;
const MESSAGES = 10;
const MORE_MESSAGES = 5;
const WITHIN_MS = 10_000;
/** Besides the sockets. */
const OTHER_FILES = 200;

function filesProblem(): string | undefined {
  const limit = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  const isEnough = limit === 'unlimited' || Number(limit) > CLIENTS + OTHER_FILES;
  return isEnough ? undefined : `only ${limit} files may be open at once`;
}

/** The real client of somebody, with one room open. */
function aChat(person: Person, roomId: string, random: Random): Chat {
  const environment = programEnvironment(handlers => openSocket(person, handlers), random.next);
  const chat = new Chat(environment, person.uid);
  chat.room(roomId).open();
  chat.start();
  onTestFinished(() => chat.stop());
  return chat;
}

test(`C3 H2 ${CLIENTS} clients that return at once after a kill have all caught up within ${WITHIN_MS / 1_000} s`, async context => {
  const problem = processProblem() ?? filesProblem();
  context.skip(problem !== undefined, problem);
  const server = await aServer();
  const people = Array.from({ length: PEOPLE }, (_, index) => aPerson(server, index));
  const line = httpLine(aPerson(server));
  const { room } = (await line.ask('create_room', { name: 'Room', description: 'A room' })) as {
    room: { id: string };
  };
  const said: string[] = [];
  const say = async (messages: number) => {
    for (let count = 0; count < messages; count++) {
      const message = { roomId: room.id, id: newId(), text: `message ${said.length}` };
      await until('it is answered for', () => line.ask('send_message', message).then(Boolean, () => false));
      said.push(message.id);
    }
  };
  const chats = Array.from({ length: CLIENTS }, (_, index) =>
    aChat(people[index % PEOPLE] as Person, room.id, new Random(SEED + index)),
  );
  const haveCaughtUp = () => chats.every(chat => chat.room(room.id).followedTo === said.length);
  await until('everyone is there', () => chats.every(chat => logOf(chat, room.id)));
  await say(MESSAGES);
  await until('everyone saw everything', haveCaughtUp);

  await server.kill();
  await server.start();
  await isReady(server);
  const start = performance.now();
  const crowding = watchCrowding();
  const cpu = { server: cpuOf(server.pid), clients: cpuOf(process.pid) };
  await say(MORE_MESSAGES);
  await until('everyone has caught up', haveCaughtUp);
  const taken = performance.now() - start;
  note(context, {
    'clients returned': CLIENTS,
    'all caught up after': [taken],
    "of it the server's processor": [cpuOf(server.pid) - cpu.server],
    "the clients'": [cpuOf(process.pid) - cpu.clients],
    'MB of memory': Math.round(memoryOf(server.pid).most / 1e6),
  });
  for (const chat of chats) {
    expect(logOf(chat, room.id)?.messages.map(({ id }) => id)).toEqual(said);
  }
  expect(taken).toBeLessThan(WITHIN_MS * crowding());
});
