import { once } from 'node:events';
import type { CommandOutput } from '@snug/protocol';
import { getProcUnavailableReason, readMemory } from '@snug/testkit/process-stats.ts';
import { getMedian } from '@snug/testkit/stats.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, test } from 'vitest';
import { recordFigures } from './figures.ts';
import { getTestPerson, startTestServer } from './fixtures.ts';
import { HAS_DETAILS, IS_FULL } from './seed.ts';

/** 30 KB on the wire. */
const TEXT = '한'.repeat(10_000);
const POSTED_BYTES = (IS_FULL ? 50 : 12) * 1_000_000;
const CONCURRENCY = 10;
const MESSAGES = Math.ceil(POSTED_BYTES / 30_000 / CONCURRENCY) * CONCURRENCY;
const SLOW_READERS = 20;
/** A third of their unread bytes, though up to 1 MiB each is buffered. The rest is memory that V8 has not collected. */
const MAX_ADDED_BYTES = (SLOW_READERS * POSTED_BYTES) / 3;
const NOISE_MS = 50;

/** Sends everything. Returns how long another person waited for each pong meanwhile, in ms. */
async function postAll(speaker: TestSocket, other: TestSocket, roomId: string): Promise<number[]> {
  const pongs: number[] = [];
  for (let sent = 0; sent < MESSAGES; sent += CONCURRENCY) {
    const texts = Array.from({ length: CONCURRENCY }, () => TEXT);
    const begun = performance.now();
    const pong = once(other.socket, 'pong').then(() => pongs.push(performance.now() - begun));
    const results = texts.map(text => speaker.request('send_message', { roomId, text }));
    other.socket.ping();
    await Promise.all([...results, pong]);
  }
  return pongs;
}

/** The `seq`s that a returning reader gets: the changes since then, or the newest page and those before it. */
async function readSince(live: TestSocket, roomId: string, since: number): Promise<number[]> {
  const { ok } = await live.request('open_room', { roomId, since });
  const { messages } = ok as CommandOutput<'open_room'>;
  const seqs = messages.map(({ seq }) => seq);
  for (let before = seqs[0] ?? 0; before > since + 1; before = seqs[0] ?? 0) {
    const older = (await live.request('get_messages', { roomId, before }))
      .ok as CommandOutput<'get_messages'>;
    seqs.unshift(...older.messages.map(({ seq }) => seq).filter(seq => seq > since));
  }
  return seqs;
}

// `delivery.server.test.ts` has the main path.
test.runIf(HAS_DETAILS)(
  'H3 slow consumers are closed with 4429, cost the server little, disturb nobody, and catch up',
  async context => {
    const problem = getProcUnavailableReason();
    context.skip(problem !== undefined, problem);
    const server = await startTestServer();
    const [ann, ben] = [await getTestPerson(server, 0), await getTestPerson(server, 1)];
    const roomId = await ann.createRoom();
    const [speaker, other] = [await ann.connect(), await ben.connect()];
    const calmPongs = await postAll(speaker, other, roomId);
    const calm = readMemory(server.pid);

    const slow = await Promise.all(Array.from({ length: SLOW_READERS }, () => ben.connect()));
    await Promise.all(slow.map(live => live.request('open_room', { roomId })));
    for (const { socket } of slow) socket.pause();
    const pongs = await postAll(speaker, other, roomId);
    const viewers = (await other.request('watch_viewers', { roomId })).ok as CommandOutput<'watch_viewers'>;
    const countViewers = () => other.getEvents('viewers_changed').at(-1)?.count ?? viewers.viewerCount;
    await until('the readers are closed', () => countViewers() === 0);
    const { most } = readMemory(server.pid);
    for (const { socket } of slow) socket.resume();
    expect(await Promise.all(slow.map(({ closed }) => closed))).toEqual(slow.map(() => 4429));

    recordFigures(context, {
      'MB posted': Math.round(POSTED_BYTES / 1e6),
      'MB of memory': Math.round(most / 1e6),
      'MB where all read': Math.round(calm.most / 1e6),
      "others' pongs after": pongs,
      'where all read after': calmPongs,
    });
    expect(most - calm.most).toBeLessThan(MAX_ADDED_BYTES);
    expect(getMedian(pongs)).toBeLessThan(getMedian(calmPongs) + NOISE_MS);
    expect(other.socket.readyState).toBe(other.socket.OPEN);

    const seqs = await readSince(await ben.connect(), roomId, MESSAGES);
    expect(seqs).toEqual(Array.from({ length: MESSAGES }, (_, index) => MESSAGES + index + 1));
  },
);
