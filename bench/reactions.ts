import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { HEART } from '@snug/protocol';
import { newId } from '@snug/server/base/ids.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { getQuantile } from '@snug/testkit/stats.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import type { Measurement, Row } from './measurement.ts';

const VIEWERS = 500;
const QUICK_VIEWERS = 20;
const SAMPLES = 200;
const QUICK_SAMPLES = 20;
const GAP_MS = 25;
/** Of `/proc/<pid>/stat`, on every common system. */
const TICKS_PER_S = 100;

/** B14: the cost of a reaction that everyone in a room sees, beside that of a message. */
export const reactions: Measurement = {
  name: 'reactions',
  title: `B14 A change that ${VIEWERS} viewers of a room receive, ${1_000 / GAP_MS} per second`,
  goals: [{ figure: 'CPU, ms', of: 'reaction', atMost: 1.5, timesOf: 'message' }],
  rounds: 3,
  async run({ quick }) {
    const server = await ServerProcess.start({ settings: { SNUG_RATE_LIMITS: 'off' } });
    try {
      return await measure(server, quick ? QUICK_VIEWERS : VIEWERS, quick ? QUICK_SAMPLES : SAMPLES);
    } finally {
      await server.remove();
    }
  },
};

async function measure(server: ServerProcess, viewers: number, samples: number): Promise<Row[]> {
  const ann = await TestPerson.add(server, 'Ann');
  const roomId = await ann.createRoom();
  const messageId = newId();
  await ann.runCommand('send_message', { roomId, id: messageId, text: 'Hello' });
  const sockets: TestSocket[] = [];
  for (let count = 0; count < viewers; count++) {
    const person = await TestPerson.add(server, `Viewer ${count}`);
    const live = await person.connect();
    await live.request('open_room', { roomId });
    sockets.push(live);
  }
  const sender = await ann.connect();
  const react = (index: number) =>
    sender.request('set_reaction', { roomId, messageId, emoji: HEART, on: index % 2 === 0 });
  const send = () => sender.request('send_message', { roomId, id: newId(), text: 'Hello' });
  const rows: Row[] = [];
  for (const [of, change] of [
    ['message', send],
    ['reaction', react],
  ] as const) {
    await repeat(samples / 2, change);
    const figures = await measureChange(server.pid, samples, change);
    rows.push({ of, figures: { ...figures, 'µs a delivery': (figures['CPU, ms'] * 1_000) / viewers } });
  }
  return rows;
}

async function measureChange(
  pid: number,
  samples: number,
  change: (index: number) => Promise<unknown>,
): Promise<Record<'CPU, ms' | 'result p50, ms' | 'result p99, ms', number>> {
  const before = readCpuMs(pid);
  const times = await repeat(samples, change);
  const cpu = (readCpuMs(pid) - before) / samples;
  return {
    'CPU, ms': cpu,
    'result p50, ms': getQuantile(times, 0.5),
    'result p99, ms': getQuantile(times, 0.99),
  };
}

async function repeat(count: number, change: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const began = performance.now();
    await change(index);
    times.push(performance.now() - began);
    await wait(GAP_MS);
  }
  return times;
}

/** All threads, user and system. */
function readCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_S) * 1_000;
}
