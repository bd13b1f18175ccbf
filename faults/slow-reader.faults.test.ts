import { once } from 'node:events';
import type { CommandOutput } from '@snug/protocol';
import { memoryOf, processProblem } from '@snug/testkit/process-stats.ts';
import { median } from '@snug/testkit/stats.ts';
import type { Live } from '@snug/testkit/test-socket.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, test } from 'vitest';
import { note } from './figures.ts';
import { aProgram, aServer } from './fixtures.ts';
import { IS_FULL } from './seed.ts';

/** 30 KB on the wire. */
const TEXT = '한'.repeat(10_000);
const POSTED_BYTES = (IS_FULL ? 50 : 12) * 1_000_000;
const AT_ONCE = 10;
const MESSAGES = Math.ceil(POSTED_BYTES / 30_000 / AT_ONCE) * AT_ONCE;
const SLOW_READERS = 20;
/** What they may cost: a third of what they do not read, where 1 MiB each is kept. The rest is what V8 has not collected. */
const MOST_MORE_BYTES = (SLOW_READERS * POSTED_BYTES) / 3;
const NOISE_MS = 50;

/** Posts everything, and answers with how long others waited for a pong meanwhile. */
async function post(speaker: Live, other: Live, roomId: string): Promise<number[]> {
  const pongs: number[] = [];
  for (let sent = 0; sent < MESSAGES; sent += AT_ONCE) {
    const texts = Array.from({ length: AT_ONCE }, () => TEXT);
    const begun = performance.now();
    const pong = once(other.socket, 'pong').then(() => pongs.push(performance.now() - begun));
    const answers = texts.map(text => speaker.ask('send_message', { roomId, text }));
    other.socket.ping();
    await Promise.all([...answers, pong]);
  }
  return pongs;
}

/** What a reader gets who returns: the changes since then, or the newest page, and those before it. */
async function readSince(live: Live, roomId: string, since: number): Promise<number[]> {
  const { ok } = await live.ask('open_room', { roomId, since });
  const { messages } = ok as CommandOutput<'open_room'>;
  const seqs = messages.map(({ seq }) => seq);
  for (let before = seqs[0] ?? 0; before > since + 1; before = seqs[0] ?? 0) {
    const older = (await live.ask('get_messages', { roomId, before })).ok as CommandOutput<'get_messages'>;
    seqs.unshift(...older.messages.map(({ seq }) => seq).filter(seq => seq > since));
  }
  return seqs;
}

test('H3 readers that take nothing are closed with 4429, cost the server little, disturb nobody, and catch up', async context => {
  const problem = processProblem();
  context.skip(problem !== undefined, problem);
  const server = await aServer();
  const [ann, ben] = [await aProgram(server, 0), await aProgram(server, 1)];
  const roomId = await ann.createRoom();
  const [speaker, other] = [await ann.live(), await ben.live()];
  const calmPongs = await post(speaker, other, roomId);
  const calm = memoryOf(server.pid);

  const slow = await Promise.all(Array.from({ length: SLOW_READERS }, () => ben.live()));
  await Promise.all(slow.map(live => live.ask('open_room', { roomId })));
  for (const { socket } of slow) socket.pause();
  const pongs = await post(speaker, other, roomId);
  await other.ask('watch_room', { roomId });
  await until('the readers are closed', () => other.eventsOf('here_changed').at(-1)?.count === 0);
  const { most } = memoryOf(server.pid);
  for (const { socket } of slow) socket.resume();
  expect(await Promise.all(slow.map(({ closed }) => closed))).toEqual(slow.map(() => 4429));

  note(context, {
    'MB posted': Math.round(POSTED_BYTES / 1e6),
    'MB of memory': Math.round(most / 1e6),
    'MB where all read': Math.round(calm.most / 1e6),
    "others' pongs after": pongs,
    'where all read after': calmPongs,
  });
  expect(most - calm.most).toBeLessThan(MOST_MORE_BYTES);
  expect(median(pongs)).toBeLessThan(median(calmPongs) + NOISE_MS);
  expect(other.socket.readyState).toBe(other.socket.OPEN);

  const seqs = await readSince(await ben.live(), roomId, MESSAGES);
  expect(seqs).toEqual(Array.from({ length: MESSAGES }, (_, index) => MESSAGES + index + 1));
});
