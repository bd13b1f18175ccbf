import { join } from 'node:path';
import { MAX_COUNTED_ROOMS } from '@snug/protocol';
import { openDataFolder } from '@snug/server/db/open.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { sql } from 'kysely';
import { startPopulatedServer } from './browser-room.ts';
import { LoopDelay } from './loop-delay.ts';
import type { Figures, Measurement, Row } from './measurement.ts';

/** More than a person can join, so that the figures leave a margin. */
const ROOMS = 2_000;
const QUICK_ROOMS = 200;
const MESSAGES_PER_ROOM = 200;
/** Messages after the cursor that do not count, in each of so many rooms. */
const SILENT_ROOMS = 100;
const SILENT_MESSAGES = 10_000;
const QUICK_SILENT_MESSAGES = 100;

/** B15: the numbers of unread messages at the start of a client. */
export const unread: Measurement = {
  name: 'unread',
  title: `B15 Numbers of unread messages of ${ROOMS} rooms at a start, and of ${SILENT_ROOMS} rooms with ${SILENT_MESSAGES} own messages each`,
  goals: [
    { figure: 'all, ms', of: 'every room unread', atMost: 1_500 },
    { figure: 'others wait, ms', of: 'every room unread', atMost: 50 },
    { figure: 'others wait, ms', of: 'own messages', atMost: 50 },
  ],
  rounds: 3,
  async run({ quick, folder }) {
    const rooms = quick ? QUICK_ROOMS : ROOMS;
    const silent = quick ? QUICK_SILENT_MESSAGES : SILENT_MESSAGES;
    const all = { users: 50, rooms, messages: rooms * MESSAGES_PER_ROOM };
    const few = { users: 1, rooms: SILENT_ROOMS, messages: SILENT_ROOMS * silent };
    const rows: Row[] = [
      { of: 'every room unread', figures: await measure(join(folder, 'unread'), all, joinAll) },
      { of: 'own messages', figures: await measure(join(folder, 'own'), few, becomeAuthor) },
    ];
    return rows;
  },
};

type Prepare = (db: Db, uid: string) => Promise<void>;

/** A member of all rooms, who has read the first half of each. */
const joinAll: Prepare = async (db, uid) => {
  await sql`insert into "members" ("roomId", "userId", "role") select "id", ${uid}, 'member' from "rooms"`.execute(
    db,
  );
  await sql`insert into "reads" ("userId", "roomId", "seq", "version") select ${uid}, "id", "seq" / 2, 1 from "rooms"`.execute(
    db,
  );
};

/** Wrote all messages, and marked all rooms as unread. */
const becomeAuthor: Prepare = async (db, uid) => {
  await sql`update "messages" set "authorId" = ${uid}`.execute(db);
  await sql`insert into "members" ("roomId", "userId", "role") select "id", ${uid}, 'member' from "rooms"`.execute(
    db,
  );
  await sql`insert into "reads" ("userId", "roomId", "seq", "version") select ${uid}, "id", 0, 2 from "rooms"`.execute(
    db,
  );
};

async function measure(
  folder: string,
  counts: { users: number; rooms: number; messages: number },
  prepare: Prepare,
): Promise<Figures> {
  const server = await startPopulatedServer(folder, counts, { SNUG_RATE_LIMITS: 'off' });
  try {
    const cara = await TestPerson.signUp(server.url, 'Cara');
    await server.end('SIGTERM');
    const { db, unlock } = await openDataFolder(server.data);
    await prepare(db, cara.uid);
    await db.destroy();
    unlock();
    await server.start();
    const roomIds = await readRoomIds(cara);
    const live = await cara.connect();
    const delay = await LoopDelay.watch(await cara.connect());
    const idle = await delay.take();
    const all = await measureCounts(live, roomIds);
    const busy = await delay.take();
    const pages = await measurePages(live);
    delay.stop();
    live.socket.close();
    return {
      'all, ms': all,
      'list of rooms, ms': pages,
      'others wait, ms': busy,
      'and before, ms': idle,
    };
  } finally {
    await server.remove();
  }
}

async function readRoomIds(person: TestPerson): Promise<string[]> {
  return (await person.runCommand<{ roomIds: string[] }>('list_joined', {})).roomIds;
}

/** As a client does after it connects: one command after the other. */
async function measureCounts(live: TestSocket, roomIds: readonly string[]): Promise<number> {
  const began = performance.now();
  for (let start = 0; start < roomIds.length; start += MAX_COUNTED_ROOMS)
    await request(live, 'get_unread', { roomIds: roomIds.slice(start, start + MAX_COUNTED_ROOMS) });
  return performance.now() - began;
}

/** The pages of the own rooms, each row with its counts. */
async function measurePages(live: TestSocket): Promise<number> {
  const began = performance.now();
  let before: object | undefined;
  do {
    const page = await request<{ next?: object }>(live, 'list_rooms', {
      mine: true,
      ...(before && { before }),
    });
    before = page.next;
  } while (before);
  return performance.now() - began;
}

async function request<Output>(live: TestSocket, command: string, input: object): Promise<Output> {
  const { ok, error } = await live.request(command, input);
  if (error) throw new Error(`${command}: ${error.code} ${error.message}`);
  return ok as Output;
}
