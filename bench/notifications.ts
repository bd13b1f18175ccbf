import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CommandOutput } from '@snug/protocol';
import { newId } from '@snug/server/base/ids.ts';
import { hashSecretCode } from '@snug/server/base/secret-code.ts';
import { openDataFolder } from '@snug/server/db/open.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { readCpuMs } from '@snug/testkit/process-stats.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { getQuantile } from '@snug/testkit/stats.ts';
import { addSession } from '@snug/testkit/store-person.ts';
import { TestSocket } from '@snug/testkit/test-socket.ts';
import { until } from '@snug/testkit/until.ts';
import { sql } from 'kysely';
import { sendAtRate } from './load/pace.ts';
import type { Figures, Goal, Measurement, Row } from './measurement.ts';
import { populateFolder } from './populate-folder.ts';
import { profileOptions } from './profile.ts';
import { BenchPushService, type BenchSubscription } from './push-service.ts';
import { SECRET } from './targets/snug-people.ts';
import { readStartOptions } from './targets/start-options.ts';

interface Size {
  members: number;
  devices: number;
  /** Of the mentions of different people. */
  seconds: number;
  perS: number;
}

const FULL: Size = { members: 10_000, devices: 6_000, seconds: 60, perS: 200 };
const QUICK: Size = { members: 400, devices: 200, seconds: 3, perS: 50 };
/** The first one is that of `@room`; others write in the rest. All people are in all of them. */
const ROOMS = 10;
const WRITERS = 20;
const SENDS_PER_S = 100;
/** Who have a page that they use, so that a push to them waits. */
const ACTIVE = 40;
const PING_INTERVAL_MS = 5;
const WARM_UP_MS = 5_000;
const ARRIVES_WITHIN_MS = 600_000;

const WITHOUT = 'sends without notifications';
const WITH = 'sends while @room is delivered';
const AT_ROOM = 'pushes of @room';
const MENTIONS = 'mentions of different people';
const HELD = 'mentions of active people';
const [P50, P95, LOOP] = ['p50, ms', 'p95, ms', 'commands of others p99, ms'];
const MEDIAN = 'median to the push service, ms';

/** B20: what notifications cost other people, and when they leave. */
export const notifications: Measurement = {
  name: 'notifications',
  title: `B20 ${FULL.devices} devices of ${FULL.members} members: ${SENDS_PER_S} sends a second of others while @room is delivered and without; ${FULL.perS} mentions a second of different people`,
  goals: [
    toRatio(P50, 1.05),
    toRatio(P95, 1.2),
    toRatio(LOOP, 1.2),
    { figure: MEDIAN, of: MENTIONS, atMost: 1_000 },
    { figure: MEDIAN, of: HELD, atLeast: 10_000 },
    { figure: MEDIAN, of: HELD, atMost: 11_000 },
  ],
  rounds: 10,
  async run({ index, quick, folder }) {
    const size = quick ? QUICK : FULL;
    const cache = join(folder, 'people');
    if (!existsSync(cache)) await fillFolder(cache, size);
    const service = await BenchPushService.start(size.devices);
    const world = await World.start(cache, service, size);
    try {
      await world.warmUp();
      // By turns, because the machine changes.
      const rows: Row[] = [];
      for (const isDelivering of index % 2 === 0 ? [false, true] : [true, false])
        rows.push(...(await world.measureSends(isDelivering)));
      // A minute of many pushes: once is enough.
      if (index === 0) rows.push(...(await world.measureMentions()));
      return rows;
    } finally {
      await world.stop();
      await service.stop();
    }
  },
};

function toRatio(figure: string, atMost: number): Goal {
  return { figure, of: WITH, atMost, timesOf: WITHOUT };
}

/** People with sessions, all of them in all rooms. */
async function fillFolder(data: string, { members, devices }: Size): Promise<void> {
  await populateFolder(data, { users: members, rooms: ROOMS, messages: 0 });
  await change(data, async db => {
    await sql`insert into "members" ("roomId", "userId", "role", "joinedAt")
      select r."id", u."id", case when u."id" = (select min("id") from "users") then 'admin' else 'member' end, 1
      from "rooms" r, "users" u where true
      on conflict ("roomId", "userId") do update set "role" = excluded."role"`.execute(db);
    await sql`insert into "reads" ("userId", "roomId", "seq", "version")
      select u."id", r."id", r."seq", 1 from "rooms" r, "users" u where true on conflict do nothing`.execute(
      db,
    );
    await db.transaction().execute(async transaction => {
      for (const uid of (await listUids(transaction)).slice(0, devices))
        await addSession(transaction, uid, { secret: SECRET });
    });
  });
}

async function change(data: string, run: (db: Db) => Promise<void>): Promise<void> {
  const { db, unlock } = await openDataFolder(data);
  await run(db);
  await db.destroy();
  unlock();
}

async function listUids(db: Db): Promise<string[]> {
  return (await db.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => id);
}

async function addDevices(db: Db, subscriptions: readonly BenchSubscription[]): Promise<string[]> {
  const sessions = await db.selectFrom('sessions').select(['id', 'userId']).orderBy('userId').execute();
  const now = Date.now();
  await db.transaction().execute(async transaction => {
    for (const [index, { endpoint, p256dh, auth }] of subscriptions.entries()) {
      const { id: sessionId = '', userId = '' } = sessions[index] ?? {};
      const endpointHash = hashSecretCode(endpoint);
      const row = { id: newId(), userId, sessionId, endpoint, endpointHash, p256dh, auth };
      const at = { createdAt: now, seenAt: now };
      await transaction
        .insertInto('push_devices')
        .values({ ...row, ...at, service: 'other' })
        .execute();
    }
  });
  return sessions.slice(0, subscriptions.length).map(({ userId }) => userId);
}

class World {
  readonly #server: ServerProcess;
  readonly #service: BenchPushService;
  readonly #size: Size;
  readonly #roomIds: readonly string[];
  /** Each has a device, that of the same index. */
  readonly #uids: readonly string[];
  readonly #writers: readonly TestSocket[];
  readonly #cookies: readonly string[];

  static async start(cache: string, service: BenchPushService, size: Size): Promise<World> {
    const data = mkdtempSync(join(tmpdir(), 'snug-bench-'));
    cpSync(cache, data, { recursive: true });
    const cookies: string[] = [];
    const roomIds: string[] = [];
    const uids: string[] = [];
    await change(data, async db => {
      uids.push(...(await addDevices(db, service.subscriptions)));
      const rooms = await db.selectFrom('rooms').select('id').orderBy('id').execute();
      roomIds.push(...rooms.map(({ id }) => id));
      for (const uid of [...uids.slice(0, WRITERS), ...uids.slice(-ACTIVE)])
        cookies.push(await addSession(db, uid, { secret: SECRET }));
    });
    const server = await ServerProcess.start({
      data,
      settings: { SNUG_SECRET: SECRET, SNUG_OUTBOUND_ALLOW: '127.0.0.1' },
      nodeOptions: [...readStartOptions(), ...profileOptions()],
    });
    const connect = (cookie: string) => TestSocket.open(server.url, { cookie });
    const writers = await Promise.all(cookies.slice(0, WRITERS).map(connect));
    return new World(server, service, size, { uids, roomIds, writers, cookies });
  }

  private constructor(
    server: ServerProcess,
    service: BenchPushService,
    size: Size,
    parts: { uids: string[]; roomIds: string[]; writers: TestSocket[]; cookies: string[] },
  ) {
    this.#server = server;
    this.#service = service;
    this.#size = size;
    this.#uids = parts.uids;
    this.#roomIds = parts.roomIds;
    this.#writers = parts.writers;
    this.#cookies = parts.cookies;
  }

  async stop(): Promise<void> {
    for (const { socket } of this.#writers) socket.close();
    await this.#server.end('SIGTERM');
    rmSync(this.#server.data, { recursive: true });
  }

  /** V8 compiles the code, and the connections to the push service open. */
  async warmUp(): Promise<void> {
    const sends = this.#startSends();
    await this.#deliverToRoom();
    await wait(WARM_UP_MS);
    await sends.stop();
  }

  /** The sends of others and small commands, for as long as an `@room` takes, with it and without. */
  async measureSends(isDelivering: boolean): Promise<Row[]> {
    const sends = this.#startSends();
    const pings = this.#startPings();
    const cpuBefore = readCpuMs(this.#server.pid);
    const delivery = isDelivering ? await this.#deliverToRoom() : await this.#pass();
    const cpuMs = readCpuMs(this.#server.pid) - cpuBefore;
    const times = await sends.stop();
    const figures = {
      [P50]: getQuantile(times, 0.5),
      [P95]: getQuantile(times, 0.95),
      [LOOP]: getQuantile(await pings.stop(), 0.99),
      'server CPU, s': cpuMs / 1_000,
    };
    return [
      { of: isDelivering ? WITH : WITHOUT, figures },
      ...(delivery ? [{ of: AT_ROOM, figures: delivery }] : []),
    ];
  }

  /** About as long as an `@room` takes. */
  async #pass(): Promise<undefined> {
    await wait(WARM_UP_MS);
  }

  async #deliverToRoom(): Promise<Figures> {
    const { devices } = this.#size;
    const [author] = this.#writers;
    if (!author) throw new Error('nobody writes');
    const { id, createdAt } = await send(author, this.#roomIds[0] ?? '', null);
    const list = () => this.#service.arrivals.filter(({ messageId }) => messageId === id);
    // Its author gets none.
    await until('everyone is called', () => list().length >= devices - 1, {
      timeoutMs: ARRIVES_WITHIN_MS,
      describeState: () => `${list().length} of ${devices - 1}`,
    });
    const times = list().map(({ at }) => at - createdAt);
    return {
      [MEDIAN]: getQuantile(times, 0.5),
      'last, ms': times.reduce((last, ms) => Math.max(last, ms), 0),
    };
  }

  async measureMentions(): Promise<Row[]> {
    const active = await this.#connectActive();
    const { seconds, perS, devices } = this.#size;
    const total = seconds * perS;
    const called = devices - ACTIVE;
    const createdAt = new Map<string, number>();
    const begin = performance.now();
    const sending: Promise<void>[] = [];
    const held = new Set<string>();
    const { promise: end, resolve } = Promise.withResolvers<void>();
    sendAtRate(perS / 1_000, begin, index => {
      if (index >= total) {
        resolve();
        return false;
      }
      // One in a hundred is active. Each of the others is called once before anybody is called again.
      const isHeld = index % 100 === 99;
      const browser = isHeld
        ? devices - 1 - (Math.floor(index / 100) % ACTIVE)
        : WRITERS + (index % (called - WRITERS));
      const writer = this.#writers[index % WRITERS];
      const roomId = this.#roomIds[1 + (index % (ROOMS - 1))] ?? '';
      if (writer)
        sending.push(
          send(writer, roomId, this.#uids[browser] ?? '').then(message => {
            createdAt.set(message.id, message.createdAt);
            if (isHeld) held.add(message.id);
          }),
        );
      return true;
    });
    await end;
    await Promise.all(sending);
    await wait(11_000);
    for (const { socket } of active) socket.close();
    const times: Record<'called' | 'held', number[]> = { called: [], held: [] };
    for (const { messageId, at } of this.#service.arrivals) {
      const from = createdAt.get(messageId);
      if (from !== undefined) times[held.has(messageId) ? 'held' : 'called'].push(at - from);
    }
    return [
      { of: MENTIONS, figures: toTimes(times.called, total - held.size) },
      { of: HELD, figures: toTimes(times.held, held.size) },
    ];
  }

  /** The last people of those who have a device use Snug. */
  async #connectActive(): Promise<TestSocket[]> {
    return Promise.all(
      this.#cookies.slice(WRITERS).map(async cookie => {
        const live = await TestSocket.open(this.#server.url, { cookie });
        await live.request('set_active', { active: true });
        return live;
      }),
    );
  }

  #startSends() {
    const times: number[] = [];
    const running = new Set<Promise<void>>();
    let isOver = false;
    sendAtRate(SENDS_PER_S / 1_000, performance.now(), (index, due) => {
      const writer = this.#writers[index % WRITERS];
      const roomId = this.#roomIds[1 + (index % (ROOMS - 1))];
      if (isOver || !writer || roomId === undefined) return false;
      const sent = send(writer, roomId).then(() => void times.push(performance.now() - due));
      running.add(sent);
      void sent.finally(() => running.delete(sent));
      return true;
    });
    return {
      async stop(): Promise<number[]> {
        isOver = true;
        await Promise.all(running);
        return times;
      },
    };
  }

  /** How long the main loop lets a small command wait. */
  #startPings() {
    const [live] = this.#writers.slice(-1);
    const times: number[] = [];
    const over = new AbortController();
    const run = async () => {
      while (!over.signal.aborted) {
        const began = performance.now();
        await live?.request('unwatch_viewers', { roomId: '00000000-0000-7000-8000-000000000000' });
        times.push(performance.now() - began);
        await wait(PING_INTERVAL_MS);
      }
    };
    const running = run();
    return {
      async stop(): Promise<number[]> {
        over.abort();
        await running;
        return times;
      },
    };
  }
}

function toTimes(times: readonly number[], mentions: number): Figures {
  return {
    [MEDIAN]: getQuantile(times, 0.5),
    'p95 to the push service, ms': getQuantile(times, 0.95),
    'last, ms': times.reduce((last, ms) => Math.max(last, ms), 0),
    'pushes a mention': times.length / mentions,
  };
}

/** `uid`: whom it mentions; null for everyone, undefined for nobody. */
async function send(live: TestSocket, roomId: string, uid?: string | null) {
  const mentions = uid === undefined ? [] : [{ uid, start: 0, length: 2 }];
  const text = '@x a message of the usual length, more or less.';
  const { ok, error } = await live.request('send_message', { roomId, id: newId(), text, mentions });
  if (error) throw new Error(`send_message: ${error.code} ${error.message}`);
  return (ok as CommandOutput<'send_message'>).message;
}
