import { execFileSync } from 'node:child_process';
import { Chat, newId } from '@snug/client';
import { getRoomLog } from '@snug/testkit/assert-view.ts';
import { openClientSocket } from '@snug/testkit/client-socket.ts';
import { getProcUnavailableReason, readCpuMs, readMemory } from '@snug/testkit/process-stats.ts';
import { createProgramEnvironment } from '@snug/testkit/program-environment.ts';
import { Random } from '@snug/testkit/random.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, onTestFinished, test } from 'vitest';
import { watchCpuContention } from './cpu-contention.ts';
import { recordFigures } from './figures.ts';
import { getParticipant, startTestServer, waitUntilReady } from './fixtures.ts';
import { createHttpClient } from './load/command-client.ts';
import type { Participant } from './load/participant.ts';
import { chooseByRun, SEED } from './seed.ts';

const CLIENTS = chooseByRun({ full: 2_000, wide: 200, sample: 100 });
const PEOPLE = 30;
const MESSAGES = 10;
const MORE_MESSAGES = 5;
const MAX_CATCH_UP_MS = 10_000;
/** Beside the sockets. */
const OTHER_FILES = 200;

function filesProblem(): string | undefined {
  const limit = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  const isEnough = limit === 'unlimited' || Number(limit) > CLIENTS + OTHER_FILES;
  return isEnough ? undefined : `only ${limit} files may be open at once`;
}

/** The real client of a person, with one room open. */
function createChat(person: Participant, roomId: string, random: Random): Chat {
  const environment = createProgramEnvironment(handlers => openClientSocket(person, handlers), random.next);
  const chat = new Chat(environment, person.uid);
  chat.room(roomId).open();
  chat.start();
  onTestFinished(() => chat.stop());
  return chat;
}

test(`C3 H2 ${CLIENTS} clients that return at once after a kill have all caught up within ${MAX_CATCH_UP_MS / 1_000} s`, async context => {
  const problem = getProcUnavailableReason() ?? filesProblem();
  context.skip(problem !== undefined, problem);
  const server = await startTestServer();
  const people = Array.from({ length: PEOPLE }, (_, index) => getParticipant(server, index));
  const line = createHttpClient(getParticipant(server));
  const { room } = (await line.request('create_room', { name: 'Room', description: 'A room' })) as {
    room: { id: string };
  };
  const sent: string[] = [];
  const send = async (messages: number) => {
    for (let count = 0; count < messages; count++) {
      const message = { roomId: room.id, id: newId(), text: `message ${sent.length}` };
      await until('the message is acknowledged', () =>
        line.request('send_message', message).then(Boolean, () => false),
      );
      sent.push(message.id);
    }
  };
  const chats = Array.from({ length: CLIENTS }, (_, index) =>
    createChat(people[index % PEOPLE] as Participant, room.id, new Random(SEED + index)),
  );
  const haveCaughtUp = () => chats.every(chat => chat.room(room.id).knownSeq === sent.length);
  await until('everyone is there', () => chats.every(chat => getRoomLog(chat, room.id)));
  await send(MESSAGES);
  await until('everyone has all messages', haveCaughtUp);

  await server.kill();
  await server.start();
  await waitUntilReady(server);
  const start = performance.now();
  const getContention = watchCpuContention();
  const cpu = { server: readCpuMs(server.pid), clients: readCpuMs(process.pid) };
  await send(MORE_MESSAGES);
  await until('everyone has caught up', haveCaughtUp);
  const taken = performance.now() - start;
  recordFigures(context, {
    'clients returned': CLIENTS,
    'all caught up after': [taken],
    "of it the server's processor": [readCpuMs(server.pid) - cpu.server],
    "the clients'": [readCpuMs(process.pid) - cpu.clients],
    'MB of memory': Math.round(readMemory(server.pid).most / 1e6),
  });
  for (const chat of chats) {
    expect(getRoomLog(chat, room.id)?.messages.map(({ id }) => id)).toEqual(sent);
  }
  expect(taken).toBeLessThan(MAX_CATCH_UP_MS * getContention());
});
