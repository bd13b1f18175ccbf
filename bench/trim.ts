import { setTimeout as wait } from 'node:timers/promises';
import { populate } from '@snug/server/app/seed/bulk.ts';
import { openDatabase, openDataFolder } from '@snug/server/db/open.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { sendUntil, toLatencyFigures } from './backup.ts';
import type { Measurement, Row } from './measurement.ts';

const [MESSAGES, QUICK_MESSAGES] = [1_000_000, 5_000];
const SENDERS = 10;
const [WINDOW_MS, QUICK_WINDOW_MS] = [30_000, 1_000];
const DAY_MS = 24 * 60 * 60_000;
const [AGE_DAYS, KEPT_DAYS] = [100, 90];
const MAX_TRIM_S = 30 * 60;
const MAX_SLOWDOWN = 1.2;

/** How long a room of a million old messages takes to go, and what that costs the sends of others meanwhile. */
export const trim: Measurement = {
  name: 'trim',
  title: 'The trim of a room of a million messages, while ten people send in another one',
  goals: [
    { figure: 'trim, s', of: 'during', atMost: MAX_TRIM_S },
    { figure: 'p99, ms', of: 'during', atMost: MAX_SLOWDOWN, timesOf: 'without' },
  ],
  rounds: 1,
  async run({ quick }) {
    const server = await ServerProcess.start();
    try {
      await server.end('SIGTERM');
      await fillRoom(server.data, quick ? QUICK_MESSAGES : MESSAGES);
      await server.start();
      return await measure(server, quick);
    } finally {
      await server.remove();
    }
  },
};

async function fillRoom(data: string, messages: number): Promise<void> {
  const { db, unlock } = await openDataFolder(data);
  await populate(db, { users: 50, rooms: 1, messages }, () => {});
  const age = AGE_DAYS * DAY_MS;
  await db
    .updateTable('messages')
    .set(row => ({ createdAt: row('createdAt', '-', age) }))
    .execute();
  await db.destroy();
  unlock();
}

async function measure(server: ServerProcess, quick: boolean): Promise<Row[]> {
  const window = quick ? QUICK_WINDOW_MS : WINDOW_MS;
  const ann = await TestPerson.add(server, 'Ann');
  const roomId = await ann.createRoom();
  const senders = await Promise.all(Array.from({ length: SENDERS }, () => ann.connect()));
  await sendUntil(wait(window), senders, roomId);
  const without = await sendUntil(wait(window), senders, roomId);
  const db = openDatabase(server.data);
  await beginTrim(db);
  const started = performance.now();
  const during = await sendUntil(awaitTrim(db), senders, roomId);
  const taken = (performance.now() - started) / 1_000;
  await db.destroy();
  return [
    { of: 'without', figures: toLatencyFigures(without) },
    { of: 'during', figures: { ...toLatencyFigures(during), 'trim, s': taken } },
  ];
}

/** A rule of the workspace that is in force, and the job at once. */
async function beginTrim(db: Db): Promise<void> {
  await db.insertInto('retention').values({ roomId: '', days: KEPT_DAYS, version: 1 }).execute();
  await db.updateTable('jobs').set({ dueAt: 0 }).where('kind', '=', 'room_trim').execute();
}

async function awaitTrim(db: Db): Promise<void> {
  for (;;) {
    const room = await db
      .selectFrom('rooms')
      .select(['trimErasing'])
      .where('trimmedBefore', 'is not', null)
      .executeTakeFirst();
    if (room?.trimErasing === null) return;
    await wait(100);
  }
}
