import { join } from 'node:path';
import { openDataFolder } from '@snug/server/db/open.ts';
import { getQuantile } from '@snug/testkit/stats.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { sql } from 'kysely';
import { startPopulatedServer } from './browser-room.ts';
import type { Figures, Measurement } from './measurement.ts';

const MESSAGES = 1_000_000;
const QUICK_MESSAGES = 5_000;
const SAMPLES = 300;
const QUICK_SAMPLES = 10;
/** As the client requests it. */
const PAGE_SIZE = 50;

/** B16: opening a room at the first unread message. */
export const line: Measurement = {
  name: 'line',
  title: `B16 Opening a room of ${MESSAGES} messages at the line: the room with its count, and the page around the cursor`,
  goals: [
    { figure: 'page p99, ms', atMost: 10 },
    { figure: 'open p99, ms', atMost: 10 },
  ],
  rounds: 3,
  async run({ quick, folder }) {
    const messages = quick ? QUICK_MESSAGES : MESSAGES;
    const counts = { users: 500, rooms: 1, messages };
    const settings = { SNUG_RATE_LIMITS: 'off' };
    const server = await startPopulatedServer(join(folder, 'line'), counts, settings);
    try {
      const cara = await TestPerson.signUp(server.url, 'Cara');
      await server.end('SIGTERM');
      await joinRooms(server.data, cara.uid);
      await server.start();
      const figures = await measure(await cara.connect(), await findRoom(cara), quick);
      return [{ of: 'Snug', figures }];
    } finally {
      await server.remove();
    }
  },
};

async function joinRooms(data: string, uid: string): Promise<void> {
  const { db, unlock } = await openDataFolder(data);
  await sql`insert into "members" ("roomId", "userId", "role") select "id", ${uid}, 'member' from "rooms"`.execute(
    db,
  );
  await sql`insert into "reads" ("userId", "roomId", "seq", "version") select ${uid}, "id", 0, 1 from "rooms"`.execute(
    db,
  );
  await db.destroy();
  unlock();
}

interface Place {
  roomId: string;
  seq: number;
}

async function findRoom(person: TestPerson): Promise<Place> {
  const { rooms } = await person.runCommand<{ rooms: { id: string; seq: number }[] }>('list_rooms', {
    mine: true,
  });
  return { roomId: rooms[0]?.id ?? '', seq: rooms[0]?.seq ?? 0 };
}

/** With the cursor at another place each time. */
async function measure(live: TestSocket, { roomId, seq }: Place, quick: boolean): Promise<Figures> {
  const samples = quick ? QUICK_SAMPLES : SAMPLES;
  const times: Record<'open' | 'page', number[]> = { open: [], page: [] };
  let version = 1;
  for (let count = -samples / 10; count < samples; count++) {
    const readSeq = Math.floor(Math.random() * seq);
    await request(live, 'set_read', { roomId, seq: readSeq, version: version++, back: true });
    const open = await request(live, 'open_room', { roomId });
    const page = await request(live, 'get_messages', { roomId, around: readSeq, limit: PAGE_SIZE });
    await request(live, 'close_room', { roomId });
    if (count < 0) continue;
    times.open.push(open);
    times.page.push(page);
  }
  live.socket.close();
  return Object.fromEntries(
    Object.entries(times).flatMap(([of, all]) => [
      [`${of} p50, ms`, getQuantile(all, 0.5)],
      [`${of} p99, ms`, getQuantile(all, 0.99)],
    ]),
  );
}

/** Resolves to the time until the result, in ms. */
async function request(live: TestSocket, command: string, input: object): Promise<number> {
  const began = performance.now();
  const { error } = await live.request(command, input);
  if (error) throw new Error(`${command}: ${error.code} ${error.message}`);
  return performance.now() - began;
}
