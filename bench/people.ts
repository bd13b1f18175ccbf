import { join } from 'node:path';
import { openDataFolder } from '@snug/server/db/open.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { sql } from 'kysely';
import { startPopulatedServer } from './browser-room.ts';
import type { Figures, Goal, Measurement, Row } from './measurement.ts';
import { measureMedian, WARM_UP } from './room-commands.ts';

const FEW = 100;
const SIZES = [FEW, 3_000, 100_000];
const QUICK_SIZES = [FEW, 200, 300];
const MAX_ROOMS = 1_000;
const SAMPLES = 300;

const COMMANDS = [
  'list_members',
  'its last page',
  'find_people',
  'find_people of a room',
  'list_rooms, mine',
];

/** B13: the cost of many people, all of them members of a room, and of many own rooms. */
export const people: Measurement = {
  name: 'people',
  title: `B13 With many people in a room, and as many own rooms, at most ${MAX_ROOMS}: median time of a command in ms`,
  goals: SIZES.flatMap(size => COMMANDS.flatMap(command => toGoals(command, size))),
  rounds: 3,
  async run({ quick, folder }) {
    const rows: Row[] = [];
    for (const [index, size] of SIZES.entries()) {
      const count = (quick && QUICK_SIZES[index]) || size;
      rows.push({
        of: formatSize(size),
        figures: await measure(join(folder, `people-${size}`), count, quick),
      });
    }
    return rows;
  },
};

function toGoals(figure: string, size: number): Goal[] {
  return size === FEW ? [] : [{ figure, of: formatSize(size), atMost: 1.2, timesOf: formatSize(FEW) }];
}

function formatSize(size: number): string {
  return `${size} people`;
}

async function measure(folder: string, size: number, quick: boolean): Promise<Figures> {
  const rooms = Math.min(size, MAX_ROOMS);
  const counts = { users: size, rooms, messages: rooms };
  const server = await startPopulatedServer(folder, counts, { SNUG_RATE_LIMITS: 'off' });
  try {
    const cara = await TestPerson.signUp(server.url, 'Cara');
    const roomId = await cara.createRoom();
    await server.end('SIGTERM');
    await addMembers(server.data, roomId, cara.uid);
    await server.start();
    return await measureCommands(cara, roomId, quick);
  } finally {
    await server.remove();
  }
}

/** Everyone becomes a member of the room, and the person of all rooms. */
async function addMembers(data: string, roomId: string, uid: string): Promise<void> {
  const { db, unlock } = await openDataFolder(data);
  await sql`insert into "members" ("roomId", "userId", "role") select ${roomId}, "id", 'member' from "users" where true
    on conflict do nothing`.execute(db);
  await sql`insert into "members" ("roomId", "userId", "role") select "id", ${uid}, 'member' from "rooms" where true
    on conflict do nothing`.execute(db);
  await db.destroy();
  unlock();
}

async function measureCommands(cara: TestPerson, roomId: string, quick: boolean): Promise<Figures> {
  const live = await cara.connect();
  const inputs: readonly [command: string, input: object][] = [
    ['list_members', { roomId }],
    ['list_members', { roomId, after: { role: 'member', uid: 'f0000000-0000-4000-8000-000000000000' } }],
    ['find_people', { text: 'bulk' }],
    ['find_people', { text: 'bulk', roomId }],
    ['list_rooms', { mine: true }],
  ];
  const figures: [string, number][] = [];
  for (const [index, [command, input]] of inputs.entries()) {
    await measureMedian(live, command, input, WARM_UP);
    figures.push([COMMANDS[index] ?? '', await measureMedian(live, command, input, quick ? 10 : SAMPLES)]);
  }
  live.socket.close();
  return Object.fromEntries(figures);
}
