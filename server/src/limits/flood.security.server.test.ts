import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { PROTOCOL_VERSION } from '@snug/protocol';
import { getProcUnavailableReason, readCpuMs } from '@snug/testkit/process-stats.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { getQuantile } from '@snug/testkit/stats.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import type { FloodOptions, FloodStats } from '../testing/flooder.ts';

const PEOPLE = 8;
/** More rounds make the printed latencies more stable. */
const ROUNDS = Number(process.env.SNUG_FLOOD_ROUNDS ?? 1);
const ROUND_MS = 2_000;

let server: ServerProcess;
let roomId: string;
let people: TestSocket[];

beforeAll(async () => {
  server = await ServerProcess.start({
    settings: { SNUG_RATE_LIMITS: 'on', SNUG_LIMIT_SIGN_UP: '100/60' },
  });
  roomId = await (await TestPerson.add(server, 'Ann')).createRoom();
  people = await Promise.all(
    Array.from({ length: PEOPLE }, async () => (await TestPerson.add(server, 'Ben')).connect()),
  );
  await Promise.all(people.map(live => live.request('open_room', { roomId })));
});
afterAll(() => server.remove());

/** A person who chats: some reading, and a message now and then. Returns the latencies, ms. */
async function chat(): Promise<number[]> {
  const waits: number[] = [];
  const ask = async (live: TestSocket, command: string, input: object) => {
    const began = performance.now();
    const answer = await live.request(command, input);
    waits.push(performance.now() - began);
    expect(answer).toHaveProperty('ok');
  };
  const until = performance.now() + ROUND_MS;
  const speak = async (live: TestSocket) => {
    for (let turn = 0; performance.now() < until; turn++) {
      await ask(live, 'get_messages', { roomId });
      if (turn % 10 === 5) await ask(live, 'send_message', { roomId, id: newId(), text: 'hi' });
      await wait(250);
    }
  };
  await Promise.all(people.map(speak));
  return waits;
}

async function chatDuring(workerData: FloodOptions): Promise<{ waits: number[]; flooded: FloodStats }> {
  const worker = new Worker(new URL('../testing/flooder.ts', import.meta.url), { workerData });
  const waits = await chat();
  worker.postMessage('over');
  const [flooded] = (await once(worker, 'message')) as [FloodStats];
  await worker.terminate();
  return { waits, flooded };
}

/** Alternates, so that other load on this machine affects both measurements. */
async function compare(flood: FloodOptions) {
  const baseline = { waits: [] as number[], cpuMs: 0 };
  const flooded = { waits: [] as number[], cpuMs: 0, requested: 0, done: 0 };
  const began = performance.now();
  for (let round = 0; round < ROUNDS; round++) {
    const before = busyMs();
    baseline.waits.push(...(await chat()));
    const between = busyMs();
    const during = await chatDuring(flood);
    flooded.waits.push(...during.waits);
    flooded.requested += during.flooded.requested;
    flooded.done += during.flooded.done;
    baseline.cpuMs += between - before;
    flooded.cpuMs += busyMs() - between;
  }
  return { baseline, flooded, seconds: (performance.now() - began) / 1_000 };
}

/** CPU time of the server, ms; 0 if the system does not provide it. */
function busyMs(): number {
  return getProcUnavailableReason() ? 0 : readCpuMs(server.pid);
}

function formatResult({ waits, cpuMs }: { waits: readonly number[]; cpuMs: number }): string {
  const [p50, p99] = [0.5, 0.99].map(share => getQuantile(waits, share).toFixed(1));
  return `others waited p50 ${p50} ms, p99 ${p99} ms; processor ${cpuMs} ms`;
}

interface Case {
  what: string;
  flood: () => Omit<FloodOptions, 'url' | 'cookie'>;
  /** Commands that the limits admit at once, and per second. */
  burst: number;
  rate: number;
}

const live = () => `${server.url.replace('http', 'ws')}/api/live?version=${PROTOCOL_VERSION}`;
const send = () => ({ command: 'send_message', input: { roomId, text: 'flood' } });
const read = () => ({ command: 'get_messages', input: { roomId, limit: 100 } });
const CASES: Case[] = [
  { what: 'messages over sockets', flood: () => ({ live: live(), ...send() }), burst: 10, rate: 1 },
  { what: 'history over sockets', flood: () => ({ live: live(), ...read() }), burst: 60, rate: 5 },
  { what: 'messages over HTTP', flood: send, burst: 10, rate: 1 },
];
for (const { what, flood, burst, rate } of CASES) {
  test(`Q5 a flood of ${what} does not delay other people`, async () => {
    const { cookie } = await TestPerson.add(server, 'Eve');
    const { baseline, flooded, seconds } = await compare({ url: server.url, cookie, ...flood() });
    process.stdout.write(
      `${what}: ${flooded.requested} requested, ${flooded.done} done. Baseline: ${formatResult(baseline)}. Flooded: ${formatResult(flooded)}\n`,
    );
    expect(flooded.done).toBeLessThanOrEqual(burst + rate * seconds);
    // Other people have the rest of the processor. The latencies are only printed, because they vary as much with the load
    // of other programs. realtime/turns.security.test.ts tests the order in which the server processes commands.
    expect(flooded.cpuMs - baseline.cpuMs).toBeLessThan((ROUNDS * ROUND_MS) / 2);
  });
}
