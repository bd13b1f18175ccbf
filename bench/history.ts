import { join } from 'node:path';
import { MAX_CATCH_UP_MESSAGES, PAGE_SIZE } from '@snug/protocol';
import { readPage } from '@snug/server/chat/messages/message-store.ts';
import { RoomStateReader } from '@snug/server/chat/rooms/room-state-reader.ts';
import { openDatabase } from '@snug/server/db/open.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { createCounts } from '@snug/server/testing/counts.ts';
import { Histogram } from './load/histogram.ts';
import type { Measurement, Row } from './measurement.ts';
import { populateFolder } from './populate-folder.ts';

const SIZES = { '1 million messages': 1_000_000, '10 million messages': 10_000_000 };
const QUICK_SIZES = { '20,000 messages': 20_000, '40,000 messages': 40_000 };
const USERS = 500;
const ROOMS = 50;
const MESSAGES_BEHIND = 100;
const READS = 1_000;

/** B8: pages and catch-ups, by the functions of the commands. */
export const history: Measurement = {
  name: 'history',
  title: `B8 A page of ${PAGE_SIZE} messages anywhere in a room, and ${MESSAGES_BEHIND} messages to catch up`,
  goals: Object.keys(SIZES).flatMap(of =>
    ['page, p99 ms', 'catch-up, p99 ms'].map(figure => ({ of, figure, atMost: 2 })),
  ),
  async run({ index, quick, folder }) {
    const rows: Row[] = [];
    for (const [of, messages] of Object.entries(quick ? QUICK_SIZES : SIZES)) {
      const data = join(folder, String(messages));
      if (index === 0) await populateFolder(data, { users: USERS, rooms: ROOMS, messages });
      rows.push({ of, figures: await measure(data) });
    }
    return rows;
  },
};

async function measure(data: string): Promise<Row['figures']> {
  const db = openDatabase(data, { readOnly: true });
  const rooms = await db.selectFrom('rooms').select(['id', 'seq']).execute();
  const { id: uid } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const pickRoom = () => rooms[Math.floor(Math.random() * rooms.length)] ?? { id: '', seq: 0 };
  const page = await measureTimes(async () => {
    const { id, seq } = pickRoom();
    await readPage(db, id, Math.ceil(Math.random() * seq), PAGE_SIZE);
  });
  const catchUp = await measureTimes(async () => {
    const { id, seq } = pickRoom();
    await createRoomStates(db).read({ uid, now: Date.now() }, id, { since: seq - MESSAGES_BEHIND });
  });
  await db.destroy();
  return {
    'page, p50 ms': page.at(0.5),
    'page, p99 ms': page.at(0.99),
    'catch-up, p50 ms': catchUp.at(0.5),
    'catch-up, p99 ms': catchUp.at(0.99),
  };
}

/** New each time, so that no read shares the result of an earlier one. */
function createRoomStates(read: Db): RoomStateReader {
  return new RoomStateReader({
    read,
    counts: createCounts(read),
    maxCatchUp: MAX_CATCH_UP_MESSAGES,
    setTimer: () => {},
  });
}

async function measureTimes(read: () => Promise<void>): Promise<Histogram> {
  const times = new Histogram();
  // The first tenth warms up: V8 compiles the code.
  for (let count = -READS / 10; count < READS; count++) {
    const started = performance.now();
    await read();
    if (count >= 0) times.add(performance.now() - started);
  }
  return times;
}
