import { once } from 'node:events';
import { newId } from '@snug/client';
import { getMedian } from '@snug/testkit/stats.ts';
import type { TestPerson } from '@snug/testkit/test-person.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { expect, test } from 'vitest';
import { recordFigures } from './figures.ts';
import { getTestPerson, startTestServer } from './fixtures.ts';
import { IS_FULL } from './seed.ts';
import { Strace, straceProblem } from './strace.ts';

const SYNC_MS = 50;
const SAMPLES = IS_FULL ? 300 : 15;
/** A busy machine may add this to a median. Waiting for one sync adds more. */
const NOISE_MS = SYNC_MS / 2;

type Timings = Record<'send' | 'delivery' | 'read' | 'request' | 'heartbeat', number[]>;

interface People {
  ann: TestPerson;
  speaker: TestSocket;
  reader: TestSocket;
  roomId: string;
}

/** Repeated times of each operation, in ms, while others chat. */
async function measure(people: People, others: readonly TestSocket[]): Promise<Timings> {
  const times: Timings = { send: [], delivery: [], read: [], request: [], heartbeat: [] };
  const chat = { isOver: false };
  const chatting = others.map(async live => {
    while (!chat.isOver) await live.request('send_message', { roomId: people.roomId, text: 'chat' });
  });
  for (let sample = 0; sample < SAMPLES; sample++) await measureOnce(people, times);
  chat.isOver = true;
  await Promise.all(chatting);
  return times;
}

async function measureOnce({ ann, speaker, reader, roomId }: People, times: Timings): Promise<void> {
  const took = async (act: () => Promise<unknown>) => {
    const begun = performance.now();
    await act();
    return performance.now() - begun;
  };
  const id = newId();
  const delivered = waitForFrame(reader, id);
  times.send.push(await took(() => speaker.request('send_message', { roomId, id, text: 'x' })));
  // For another socket, the event is sent just before the result.
  times.delivery.push(await took(() => delivered));
  times.read.push(await took(() => reader.request('get_messages', { roomId, limit: 50 })));
  times.request.push(await took(() => ann.postCommand('list_rooms', {})));
  const pong = once(reader.socket, 'pong');
  reader.socket.ping();
  times.heartbeat.push(await took(() => pong));
}

/** Resolves after a frame that contains the text. */
async function waitForFrame({ socket }: TestSocket, words: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = (data: unknown) => String(data).includes(words) && resolve();
  socket.on('message', look);
  await promise;
  socket.off('message', look);
}

test('L2 H1 a disk that takes 50 ms for each sync slows sends, and nothing that needs no disk', async context => {
  const problem = straceProblem();
  context.skip(problem !== undefined, problem);
  const server = await startTestServer();
  const ann = await getTestPerson(server);
  const roomId = await ann.createRoom();
  const [speaker, reader, ...others] = await Promise.all(Array.from({ length: 6 }, () => ann.connect()));
  if (!speaker || !reader) throw new Error('no sockets');
  await reader.request('open_room', { roomId });
  const people = { ann, speaker, reader, roomId };
  const compare = async () => {
    // strace traces both cases, because tracing takes time by itself.
    const trace = ['fsync', 'fdatasync'];
    const held = await Strace.attach(server.pid, { trace });
    const calm = await measure(people, others);
    await held.detach();
    const slowed = await Strace.attach(server.pid, { trace, inject: `delay_exit=${SYNC_MS * 1_000}` });
    const slow = await measure(people, others);
    await slowed.detach();
    return { calm, slow };
  };
  const listSlower = async () => {
    const { calm, slow } = await compare();
    for (const [name, times] of Object.entries(slow))
      recordFigures(context, { [name]: times, [`${name} on a quick disk`]: calm[name as keyof Timings] });
    const { send, ...rest } = slow;
    expect(getMedian(send)).toBeGreaterThan(SYNC_MS);
    const more = (name: string, times: number[]) => getMedian(times) - getMedian(calm[name as keyof Timings]);
    return Object.entries(rest).filter(([name, times]) => more(name, times) >= NOISE_MS);
  };
  // What waits for the disk is slower each time.
  await expect.poll(listSlower, { timeout: 120_000 }).toEqual([]);
});
