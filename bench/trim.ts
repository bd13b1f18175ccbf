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
const [WINDOW_MS, QUICK_WINDOW_MS] = [20_000, 500];
/** The machine is not the same all the time, so windows without and with the trim alternate. */
const [TURNS, QUICK_TURNS] = [5, 1];
/** Longer than a part of a trim and the rest after it. */
const PAUSE_MS = 500;
const DAY_MS = 24 * 60 * 60_000;
const [AGE_DAYS, KEPT_DAYS] = [100, 90];
const MAX_TRIM_S = 30 * 60;
const MAX_SLOWDOWN = 1.2;

/** How long a room of a million old messages takes to go, and what that costs the sends of others meanwhile. */
export const trim: Measurement = {
  name: 'trim',
  title: 'The trim of a room of a million messages, by turns, while ten people send in another one',
  goals: [
    { figure: 'trim, s', of: 'during', atMost: MAX_TRIM_S },
    { figure: 'p99, ms', of: 'during', atMost: MAX_SLOWDOWN, timesOf: 'without' },
  ],
  rounds: 1,
  async run({ quick, scale }) {
    const server = await ServerProcess.start();
    try {
      await server.end('SIGTERM');
      await fillRoom(server.data, quick ? QUICK_MESSAGES : MESSAGES * scale);
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
  const db = openDatabase(server.data);
  const trimmed = new TrimmedRoom(db);
  await sendUntil(wait(window), senders, roomId);
  const [without, during]: [number[][], number[][]] = [[], []];
  let taken = 0;
  const sendDuring = async (waitForEnd: () => Promise<unknown>) => {
    await trimmed.resume();
    const started = performance.now();
    during.push(await sendUntil(waitForEnd(), senders, roomId));
    taken += performance.now() - started;
  };
  for (let turn = 0; turn < (quick ? QUICK_TURNS : TURNS); turn++) {
    without.push(await sendUntil(wait(window), senders, roomId));
    await sendDuring(() => Promise.race([wait(window), trimmed.finish()]));
    await trimmed.pause();
  }
  await sendDuring(() => trimmed.finish());
  await db.destroy();
  return [
    { of: 'without', figures: toLatencyFigures(without.flat()) },
    { of: 'during', figures: { ...toLatencyFigures(during.flat()), 'trim, s': taken / 1_000 } },
  ];
}

/** The large room, whose trim a hold pauses. */
class TrimmedRoom {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Resolves when the job goes on. The first time, a rule of the workspace comes into force. */
  async resume(): Promise<void> {
    const rule = { roomId: '', days: KEPT_DAYS, version: 1 };
    await this.#db
      .insertInto('retention')
      .values(rule)
      .onConflict(conflict => conflict.doNothing())
      .execute();
    await this.#db.deleteFrom('holds').execute();
    await this.#db.updateTable('jobs').set({ dueAt: 0 }).where('kind', '=', 'room_trim').execute();
    const before = await this.#findFirst();
    while ((await this.#findFirst()) === before && !(await this.#isDone())) await wait(10);
  }

  /** Resolves when the part that runs has ended. */
  async pause(): Promise<void> {
    const { id: roomId } = await this.#findLargest();
    await this.#db.insertInto('holds').values({ roomId, reason: 'Pause', heldAt: Date.now() }).execute();
    await wait(PAUSE_MS);
  }

  async finish(): Promise<void> {
    while (!(await this.#isDone())) await wait(100);
  }

  async #isDone(): Promise<boolean> {
    const { trimmedBefore, trimErasing } = await this.#findLargest();
    return trimmedBefore !== null && trimErasing === null;
  }

  /** The others have no old messages. */
  #findLargest() {
    return this.#db
      .selectFrom('rooms')
      .select(['id', 'trimmedBefore', 'trimErasing'])
      .orderBy('createdAt')
      .executeTakeFirstOrThrow();
  }

  async #findFirst(): Promise<number | undefined> {
    const { id } = await this.#findLargest();
    const row = await this.#db
      .selectFrom('messages')
      .select('seq')
      .where('roomId', '=', id)
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst();
    return row?.seq;
  }
}
