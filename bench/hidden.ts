import { join } from 'node:path';
import { populate } from '@snug/server/app/seed/bulk.ts';
import { newId } from '@snug/server/base/ids.ts';
import { accessRoom, accessRooms } from '@snug/server/chat/rooms/access.ts';
import { insertRoom } from '@snug/server/chat/rooms/room-store.ts';
import { openStore } from '@snug/server/commands/open-store.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { makeGuest } from '@snug/server/people/guests/guest-store.ts';
import { NO_MEMBERSHIP, storeMembership } from '@snug/server/people/members/member-store.ts';
import { accessPerson, filterKnown } from '@snug/server/people/profiles/access.ts';
import { PostgresServer } from '@snug/testkit/postgres/postgres-server.ts';
import { computeAuc, getMedian } from '@snug/testkit/stats.ts';
import { sql } from 'kysely';
import type { Figures, Goal, Measurement, Row } from './measurement.ts';

const REQUESTS = 10_000;
const QUICK_REQUESTS = 200;
/** Discarded: V8 compiles the code, and caches fill. */
const WARM_UP = 0.2;
const PEOPLE = 2_000;
const [HIDDEN_ROOMS, SHARED_ROOMS, MEMBERS] = [200, 10, 20];
/** Of a command that names many. */
const MANY = 8;
/** The random part of an id. */
const ID_END = 12;

const AUC = 'AUC';
const CONTROL = 'AUC of two groups of missing ones';
const ENGINES = ['SQLite', 'PostgreSQL'] as const;
const KINDS = ['a person', `${MANY} people`, 'a room', `${MANY} rooms`] as const;

/** How well a guest can distinguish hidden from missing things by the time of a result: 0.5 is a guess. */
export const hidden: Measurement = {
  name: 'hidden',
  title: `The times of ${REQUESTS} interleaved reads by a guest, of something hidden and of something missing: the share of pairs in which the hidden one takes longer`,
  rounds: 3,
  goals: ENGINES.flatMap(engine => KINDS.flatMap(kind => toGoals(toName(engine, kind)))),
  async run({ quick, folder, index }) {
    const postgres = await PostgresServer.start({ durable: true });
    try {
      const data = (engine: string) => join(folder, `${engine} ${index}`);
      const databaseUrl = await postgres.createDatabase();
      return [
        ...(await measureEngine('SQLite', { data: data('SQLite') }, quick)),
        ...(await measureEngine('PostgreSQL', { data: data('PostgreSQL'), databaseUrl }, quick)),
      ];
    } finally {
      await postgres.remove();
    }
  },
};

function toName(engine: string, kind: string): string {
  return `${engine}, ${kind}`;
}

function toGoals(of: string): Goal[] {
  return [
    { figure: AUC, of, atLeast: 0.48 },
    { figure: AUC, of, atMost: 0.52 },
  ];
}

interface Place {
  data: string;
  databaseUrl?: string;
}

async function measureEngine(engine: string, place: Place, quick: boolean): Promise<Row[]> {
  let world: World | undefined;
  const { store } = await openStore({
    ...place,
    onFatalError: error => {
      throw new Error('the database failed', { cause: error });
    },
    async prepare(db) {
      const uids = await populate(db, { users: PEOPLE, rooms: 1, messages: 0 }, () => {});
      world = await db.transaction().execute(transaction => createWorld(transaction, uids));
      // As automatic vacuuming does.
      if (place.databaseUrl !== undefined) await sql`analyze`.execute(db);
    },
  });
  try {
    const rows: Row[] = [];
    for (const kind of KINDS)
      if (world)
        rows.push({ of: toName(engine, kind), figures: await measure(store.read, world, kind, quick) });
    return rows;
  } finally {
    await store.close();
  }
}

/** Each missing id is as old as a hidden one. */
interface Ids {
  hidden: string[];
  missing: string[];
  otherMissing: string[];
}

interface World {
  guest: string;
  people: Ids;
  rooms: Ids;
}

async function createWorld(db: Db, [owner = '', guest = '', ...uids]: readonly string[]): Promise<World> {
  const [createdAt, member] = [Date.now(), { ...NO_MEMBERSHIP, role: 'member' as const, joinedAt: 1 }];
  let count = 0;
  const createRoom = async (kind: 'open' | 'private', others: readonly string[] = []) => {
    const id = newId();
    await insertRoom(db, { id, name: 'Room', description: 'A room', kind, createdAt, createdBy: owner });
    const some = uids.slice(count * MEMBERS, ++count * MEMBERS);
    for (const uid of [...others, ...some]) await storeMembership(db, id, uid, member);
    return id;
  };
  const rooms: Ids = { hidden: [], missing: [], otherMissing: [] };
  while (rooms.hidden.length < HIDDEN_ROOMS) {
    rooms.missing.push(newId());
    rooms.hidden.push(await createRoom(count % 2 === 0 ? 'open' : 'private'));
    rooms.otherMissing.push(newId());
  }
  await makeGuest(db, guest, { inviter: owner, until: null });
  for (let shared = 0; shared < SHARED_ROOMS; shared++) await createRoom('private', [guest]);
  const strangers = uids.slice(-HIDDEN_ROOMS);
  const people = {
    hidden: strangers,
    missing: strangers.map(toSibling),
    otherMissing: strangers.map(toSibling),
  };
  return { guest, people: flatten(people), rooms: flatten(rooms) };
}

/** V8 sends a text that it joined from parts more slowly than one that it read. */
function flatten(ids: Ids): Ids {
  return JSON.parse(JSON.stringify(ids)) as Ids;
}

/** An id of the same time, whose last digits differ. */
function toSibling(id: string): string {
  return id.slice(0, -ID_END) + newId().slice(-ID_END);
}

type Probe = (ids: readonly string[]) => Promise<unknown>;

function createProbe(db: Db, uid: string, kind: string): Probe {
  const viewer = { uid, guest: true, now: Date.now() };
  if (kind === 'a person') return ([id = '']) => accessPerson(db, viewer, id).catch(() => undefined);
  if (kind === 'a room') return ([id = '']) => accessRoom(db, viewer, id).catch(() => undefined);
  return kind.includes('room') ? ids => accessRooms(db, viewer, ids) : ids => filterKnown(db, viewer, ids);
}

async function measure(db: Db, world: World, kind: string, quick: boolean): Promise<Figures> {
  const probe = createProbe(db, world.guest, kind);
  const ids = kind.includes('room') ? world.rooms : world.people;
  const times: Record<keyof Ids, number[]> = { hidden: [], missing: [], otherMissing: [] };
  const groups = Object.keys(times) as (keyof Ids)[];
  const requests = (quick ? QUICK_REQUESTS : REQUESTS) * (groups.length / 2);
  const size = kind.includes(`${MANY}`) ? MANY : 1;
  for (let count = -requests * WARM_UP; count < requests; count++) {
    const group = pick(groups);
    const asked = Array.from({ length: size }, () => pick(ids[group]));
    const began = performance.now();
    await probe(asked);
    if (count >= 0) times[group].push(performance.now() - began);
  }
  return {
    [AUC]: computeAuc(times.hidden, times.missing),
    [CONTROL]: computeAuc(times.otherMissing, times.missing),
    'hidden, µs': getMedian(times.hidden) * 1_000,
    'missing, µs': getMedian(times.missing) * 1_000,
  };
}

function pick<Value>(values: readonly Value[]): Value {
  return values[Math.floor(Math.random() * values.length)] as Value;
}
