import { setTimeout as wait } from 'node:timers/promises';
import { readCpuMs } from '@snug/testkit/process-stats.ts';
import { getQuantile } from '@snug/testkit/stats.ts';
import { until } from '@snug/testkit/until.ts';
import { toLocalAddress } from './load/client-pool.ts';
import { watchCpuUsage } from './load/cpu-usage.ts';
import { ReturningClient } from './load/returning-client.ts';
import type { Seat } from './load/seat.ts';
import { SteadySender } from './load/steady-sender.ts';
import type { Figures, Measurement } from './measurement.ts';
import { LOAD_CORE, pinSelf } from './pinning.ts';
import { startSnug } from './targets/snug.ts';

const CLIENTS = 2_000;
const ROOMS = 20;
/** The number of people on a page. */
const WATCHED_COUNT = 10;
const SENT_PER_S = 50;
const BEFORE_MS = 3_000;
const AFTER_MS = 2_000;
const CONNECT_CONCURRENCY = 50;

/** B6: how long clients are without a server after a kill. */
export const returning: Measurement = {
  name: 'return',
  title: 'B6 Return: 2,000 clients in 20 rooms after a kill -9, while 50 messages a second are sent',
  goals: [
    { figure: 'last caught up, s', atMost: 3 },
    { figure: 'lost', atMost: 0 },
    { figure: 'twice', atMost: 0 },
  ],
  async run({ quick }) {
    const people = quick ? 100 : CLIENTS;
    const { server, seats, stop } = await startSnug({ rooms: ROOMS, people, isSubscribed: true });
    const clients: ReturningClient[] = [];
    const leave = pinSelf(LOAD_CORE);
    try {
      await connectClients(clients, seats, server.port);
      const talk = new SteadySender(server.url, seats.slice(0, ROOMS), SENT_PER_S);
      await wait(BEFORE_MS);
      await server.kill();
      await server.start();
      const up = performance.now();
      const [cpu, busyUntilNow] = [readCpuMs(server.pid), watchCpuUsage()];
      await until('every client has reconnected', () =>
        clients.every(({ caughtUp }) => caughtUp?.connection === 2),
      );
      const cpuMs = (readCpuMs(server.pid) - cpu) / people;
      const busy = busyUntilNow();
      const away = clients.map(({ caughtUp }) => Math.max(0, (caughtUp?.at ?? 0) - up) / 1_000);
      await wait(AFTER_MS);
      await talk.end();
      const spent = { 'CPU, ms a client': cpuMs, 'load busy, %': busy * 100 };
      return [
        { of: 'Snug', figures: { ...toFigures(away), ...spent, ...(await compareMessages(clients, talk)) } },
      ];
    } finally {
      for (const client of clients) client.stop();
      await stop();
      leave();
    }
  },
};

async function connectClients(
  clients: ReturningClient[],
  seats: readonly Seat[],
  port: number,
): Promise<void> {
  const uids = seats.map(({ name }) => name);
  for (const [index, seat] of seats.entries()) {
    const watched = Array.from(
      { length: WATCHED_COUNT },
      (_, place) => uids[(index + place + 1) % uids.length] ?? '',
    );
    clients.push(new ReturningClient(seat, port, toLocalAddress(index).from, watched));
    if (index % CONNECT_CONCURRENCY === 0) await waitUntilConnected(clients);
  }
  await waitUntilConnected(clients);
}

async function waitUntilConnected(clients: readonly ReturningClient[]): Promise<void> {
  await until('every client is connected', () => clients.every(({ caughtUp }) => caughtUp));
}

/** Compares each client's messages with the acknowledged ones of its room. */
async function compareMessages(
  clients: readonly ReturningClient[],
  { acknowledged }: SteadySender,
): Promise<Figures> {
  const missing = (client: ReturningClient) => {
    const shown = new Set(client.shown);
    return (acknowledged.get(client.seat.room) ?? []).filter(id => !shown.has(id)).length;
  };
  const haveAll = () => clients.every(client => missing(client) === 0);
  // After the timeout, the figures count the missing messages.
  await until('every client has all messages', haveAll).catch(() => undefined);
  const twice = clients.map(({ shown }) => shown.length - new Set(shown).size);
  return { lost: getSum(clients.map(missing)), twice: getSum(twice) };
}

function toFigures(away: readonly number[]): Figures {
  return { 'half caught up, s': getQuantile(away, 0.5), 'last caught up, s': getQuantile(away, 1) };
}

function getSum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
