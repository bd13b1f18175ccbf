import { setTimeout as wait } from 'node:timers/promises';
import { cpuOf } from '@snug/testkit/process-stats.ts';
import { addressOf } from './load/client-pool.ts';
import { watchBusy } from './load/cpu-usage.ts';
import type { Seat } from './load/plan.ts';
import { Returner } from './load/returning-client.ts';
import { SteadyTalk } from './load/steady-sender.ts';
import type { Figures, Measurement } from './measurement.ts';
import { LOAD_CORE, stayOn } from './pinning.ts';
import { startSnug } from './targets/snug.ts';

const CLIENTS = 2_000;
const ROOMS = 20;
/** Whom a page shows. */
const WATCHED = 10;
const SENT_PER_S = 50;
const BEFORE_MS = 3_000;
const AFTER_MS = 2_000;
const ENTER_AT_ONCE = 50;
const GIVE_UP_MS = 60_000;
const LOOK_EVERY_MS = 20;

/** B6: how long a killed server's crowd is away. */
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
    const { server, seats, stop } = await startSnug({ rooms: ROOMS, people, listen: true });
    const clients: Returner[] = [];
    const leave = stayOn(LOAD_CORE);
    try {
      await enter(clients, seats, server.port);
      const talk = new SteadyTalk(server.url, seats.slice(0, ROOMS), SENT_PER_S);
      await wait(BEFORE_MS);
      await server.kill();
      await server.start();
      const up = performance.now();
      const [cpu, busyUntilNow] = [cpuOf(server.pid), watchBusy()];
      await until(() => clients.every(({ caughtUp }) => caughtUp?.connection === 2));
      const cpuMs = (cpuOf(server.pid) - cpu) / people;
      const busy = busyUntilNow();
      const away = clients.map(({ caughtUp }) => Math.max(0, (caughtUp?.at ?? 0) - up) / 1_000);
      await wait(AFTER_MS);
      await talk.end();
      const spent = { 'CPU, ms a client': cpuMs, 'load busy, %': busy * 100 };
      return [{ of: 'Snug', figures: { ...timesOf(away), ...spent, ...(await compare(clients, talk)) } }];
    } finally {
      for (const client of clients) client.stop();
      await stop();
      leave();
    }
  },
};

async function enter(clients: Returner[], seats: readonly Seat[], port: number): Promise<void> {
  const uids = seats.map(({ name }) => name);
  for (const [index, seat] of seats.entries()) {
    const watched = Array.from(
      { length: WATCHED },
      (_, place) => uids[(index + place + 1) % uids.length] ?? '',
    );
    clients.push(new Returner(seat, port, addressOf(index).from, watched));
    if (index % ENTER_AT_ONCE === 0) await until(() => clients.every(({ caughtUp }) => caughtUp));
  }
  await until(() => clients.every(({ caughtUp }) => caughtUp));
}

/** What each client shows at the end, beside what was answered for in its room. */
async function compare(clients: readonly Returner[], { answered }: SteadyTalk): Promise<Figures> {
  const missing = (client: Returner) => {
    const shown = new Set(client.shown);
    return (answered.get(client.seat.room) ?? []).filter(id => !shown.has(id)).length;
  };
  await until(() => clients.every(client => missing(client) === 0)).catch(() => undefined);
  const twice = clients.map(({ shown }) => shown.length - new Set(shown).size);
  return { lost: sum(clients.map(missing)), twice: sum(twice) };
}

function timesOf(away: readonly number[]): Figures {
  const sorted = away.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { 'half caught up, s': at(0.5), 'last caught up, s': at(1) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

async function until(isSo: () => boolean): Promise<void> {
  const start = performance.now();
  while (!isSo()) {
    if (performance.now() - start > GIVE_UP_MS) throw new Error('clients did not come back');
    await wait(LOOK_EVERY_MS);
  }
}
