import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Person } from '@snug/protocol';
import { Random } from '@snug/testkit/random.ts';
import { sql } from 'kysely';
import { startCursor } from '../src/chat/reads/read-store.ts';
import { insertRoom } from '../src/chat/rooms/room-store.ts';
import { readEpoch } from '../src/db/epoch.ts';
import { openDataFolder } from '../src/db/open.ts';
import type { Db } from '../src/db/schema.ts';
import { countGuest } from '../src/people/guests/guest-rooms.ts';
import { makeGuest } from '../src/people/guests/guest-store.ts';
import { NO_MEMBERSHIP, storeMembership } from '../src/people/members/member-store.ts';
import { indexPersonName } from '../src/people/profiles/person-names.ts';
import { AccessHistory } from './access-history.ts';
import { checkPromise } from './check.ts';
import { checkReads } from './check-reads.ts';
import { checkSearches } from './check-searches.ts';
import { SimulatedClock } from './clock.ts';
import { assertCursorChanges } from './cursor-changes.ts';
import { GuestHistory } from './guest-history.ts';
import { sendFile } from './send-file.ts';
import { type Faults, getSessionId } from './server.ts';
import { Simulation } from './simulation.ts';
import type { SimulationOptions } from './simulation-options.ts';
import { SimulatedStore } from './store.ts';
import { TrimHistory } from './trim-history.ts';
import { LIVE_MENTION_WEIGHTS, LIVE_WEIGHTS } from './weights.ts';

const CLIENT_COUNT = 8;
const ROOM_COUNT = 3;
const [GUEST_COUNT, SHARED_ROOM_COUNT] = [2, 2];
const STEP_COUNT = 2_800;
/** In histories with trims, those of the second part. */
const TRIMMED_STEPS = 1_000;
const START = Date.UTC(2026, 0, 1);
/** After lost events, a client asks for counts within this time. */
const MAX_COUNT_DELAY_MS = 40_000;
/** Without lost events, a client shows right counts within this time. */
const MAX_LIVE_DELAY_MS = 2_000;
const [LIVE_ROUNDS, LIVE_STEPS] = [4, 100];
const YEAR_MS = 365 * 24 * 3_600_000;

export interface SimulationResult {
  messages: number;
  /** How many messages trims took. */
  trimmed: number;
  /** How often clients caught up while they were connected. */
  catchUps: number;
  /** How many positions of the private room people received. */
  privatePositions: number;
  /** How many people downloaded the file of the private room. */
  downloads: number;
  /** How many ids of what guests may know they received. */
  guestIds: number;
}

export interface SimulationKind {
  /** No connection breaks and no server crashes. They would hide some faults: each new connection reads everything again. */
  isFaultFree?: boolean | undefined;
  /** A rule takes messages after half a minute. */
  hasTrims?: boolean | undefined;
}

/** Runs one seed's history on a real database. Throws if it breaks a promise. */
export async function simulate(
  seed: number,
  faults: Faults = {},
  { isFaultFree = false, hasTrims = false }: SimulationKind = {},
): Promise<SimulationResult> {
  const folder = mkdtempSync(join(tmpdir(), 'snug-simulation-'));
  try {
    const { path, ...initialData } = await prepare(folder, new Random(seed ^ 0x5eed));
    return await runSimulation(seed, path, { ...initialData, faults, isFaultFree, hasTrims });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runSimulation(
  seed: number,
  path: string,
  options: Omit<
    SimulationOptions,
    'seed' | 'store' | 'clock' | 'accessHistory' | 'guestHistory' | 'trimHistory'
  >,
): Promise<SimulationResult> {
  const clock = new SimulatedClock();
  const { mutations, locking, rewrite } = options.faults;
  const store = new SimulatedStore({
    path,
    random: new Random(seed ^ 0x570e),
    now: clock.now,
    mutations,
    locking,
    rewrite,
    onError: error => simulation.reportError(error),
    onCommit: changes => {
      accessHistory.record(store.readAccess(options.privateRoomId, changes));
      guestHistory.record(changes);
      try {
        assertCursorChanges(changes);
        trimHistory.record(changes);
      } catch (error) {
        simulation.reportError(error);
      }
    },
  });
  const accessHistory = new AccessHistory(options.privateRoomId, clock.now);
  accessHistory.record(store.readAccess(options.privateRoomId));
  const guestHistory = new GuestHistory(clock.now);
  guestHistory.record(store.listRows('users', 'rooms', 'members', 'messages', 'files'));
  const trimHistory = new TrimHistory(clock.now);
  trimHistory.record(store.listRows('messages'));
  const simulation: Simulation = new Simulation({
    ...options,
    accessHistory,
    guestHistory,
    trimHistory,
    seed,
    store,
    clock,
  });
  try {
    if (options.hasTrims) await runWithTrims(simulation);
    else await simulation.run(STEP_COUNT);
    await simulation.runUntilIdle();
    await simulation.readAll();
    await checkPromise(simulation, store.committed);
    await simulation.runQuietly(MAX_COUNT_DELAY_MS);
    await checkReads(simulation, store.committed);
    await checkSearches(simulation, store.committed, clock);
    if (options.hasTrims) await simulation.eraseAll();
    await simulation.runOutage();
    await checkPromise(simulation, store.committed);
    await simulation.runQuietly(MAX_COUNT_DELAY_MS);
    await checkReads(simulation, store.committed);
    if (options.isFaultFree) await runLive(simulation, store.committed);
    const { sent, catchUps, downloads } = simulation;
    return {
      messages: sent.length,
      trimmed: simulation.roomIds.reduce((sum, id) => sum + trimHistory.listTrimmed(id).size, 0),
      catchUps,
      privatePositions: accessHistory.checkCount,
      downloads: downloads.count,
      guestIds: guestHistory.checkCount,
    };
  } finally {
    store.close();
  }
}

/** Everything of the first part is old enough in the second one. The trimmed messages are not erased before the first checks. */
async function runWithTrims(simulation: Simulation): Promise<void> {
  await simulation.run(STEP_COUNT - TRIMMED_STEPS);
  await simulation.runUntilIdle();
  await simulation.runOn(TRIMMED_STEPS);
  await simulation.trimAll();
}

/** Without lost events, all devices show the same numbers within a moment. */
async function runLive(simulation: Simulation, db: Db): Promise<void> {
  for (let round = 0; round < LIVE_ROUNDS; round++) {
    for (const weights of [LIVE_WEIGHTS, LIVE_MENTION_WEIGHTS]) {
      const resets = await simulation.runLive(LIVE_STEPS, weights, MAX_LIVE_DELAY_MS);
      await checkReads(simulation, db, { resets, withMentions: weights === LIVE_MENTION_WEIGHTS });
      await simulation.runQuietly(MAX_COUNT_DELAY_MS);
      await checkReads(simulation, db);
    }
  }
}

async function prepare(folder: string, random: Random) {
  const { db, path, unlock } = await openDataFolder(folder);
  const people = await insertPeople(db, random, 'Person', CLIENT_COUNT);
  const roomIds = await insertRooms(db, random, people);
  const privateRoomId = await insertPrivateRoom(db, random, people);
  const guests = await insertGuests(db, random, people);
  const sharedRoomIds = await insertSharedRooms(db, random, people, guests);
  const privateFileId = await sendFile(db, random, privateRoomId, people[0]);
  const epoch = await readEpoch(db);
  await db.destroy();
  unlock();
  return { path, people, guests, roomIds, privateRoomId, privateFileId, sharedRoomIds, epoch };
}

async function insertPeople(db: Db, random: Random, kind: string, count: number): Promise<Person[]> {
  const createdAt = new Date(START).toISOString();
  const people = Array.from({ length: count }, (_, index) => {
    const uid = random.id(START);
    return {
      uid,
      name: `${kind} ${index + 1}`,
      createdAt: START,
      version: 1,
      avatar: `/avatars/${uid}/1.webp`,
    };
  });
  const users = people.map(({ uid, name, avatar }) => ({
    id: uid,
    name,
    email: `${uid}@snug.example`,
    emailVerified: 0 as unknown as boolean,
    avatar,
    createdAt,
    updatedAt: createdAt,
  }));
  await db.insertInto('users').values(users).execute();
  for (const { uid, name } of people) {
    await insertSession(db, uid);
    await indexPersonName(db, uid, name);
  }
  return people;
}

async function insertSession(db: Db, uid: string): Promise<void> {
  const id = getSessionId(uid);
  const [at, expiresAt] = [START, START + YEAR_MS].map(ms => new Date(ms).toISOString());
  await sql`insert into "sessions" ("id", "userId", "token", "createdAt", "updatedAt", "expiresAt")
    values (${id}, ${uid}, ${id}, ${at}, ${at}, ${expiresAt})`.execute(db);
}

async function insertRooms(db: Db, random: Random, [creator]: readonly Person[]): Promise<string[]> {
  const createdBy = creator?.uid ?? '';
  const roomIds = Array.from({ length: ROOM_COUNT }, () => random.id(START));
  for (const [index, id] of roomIds.entries()) {
    const name = `Room ${index + 1}`;
    await insertRoom(db, { id, name, description: name, kind: 'open', createdAt: START, createdBy });
    await storeMembership(db, id, createdBy, { ...NO_MEMBERSHIP, role: 'admin', joinedAt: START });
    await startCursor(db, createdBy, id, 0, false);
  }
  return roomIds;
}

function insertPrivateRoom(db: Db, random: Random, people: readonly Person[]): Promise<string> {
  const [admin, ...others] = people;
  return insertRoomOf(db, random, 'Private', [admin, ...others.slice(0, others.length / 2)]);
}

async function insertRoomOf(
  db: Db,
  random: Random,
  name: string,
  [admin, ...others]: readonly (Person | undefined)[],
): Promise<string> {
  const id = random.id(START);
  const createdBy = admin?.uid ?? '';
  const room = { id, name, description: `A ${name} room`, createdAt: START, createdBy };
  await insertRoom(db, { ...room, kind: 'private' });
  const member = { ...NO_MEMBERSHIP, role: 'member' as const, joinedAt: START };
  await storeMembership(db, id, createdBy, { ...member, role: 'admin' });
  for (const { uid } of others.filter(person => person !== undefined)) {
    await storeMembership(db, id, uid, member);
    await startCursor(db, uid, id, 0, false);
  }
  return id;
}

async function insertGuests(db: Db, random: Random, [inviter]: readonly Person[]): Promise<Person[]> {
  const guests = await insertPeople(db, random, 'Guest', GUEST_COUNT);
  for (const { uid } of guests) await makeGuest(db, uid, { inviter: inviter?.uid ?? null, until: null });
  return guests.map(guest => ({ ...guest, guest: true }));
}

/** Each with other people, beside the admin and the guests. */
async function insertSharedRooms(
  db: Db,
  random: Random,
  [admin, ...others]: readonly Person[],
  guests: readonly Person[],
): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < SHARED_ROOM_COUNT; index++) {
    const id = await insertRoomOf(db, random, `Shared ${index + 1}`, [
      admin,
      ...others.slice(index, index + 2),
      ...guests,
    ]);
    for (const _ of guests) await countGuest(db, id, 1);
    ids.push(id);
  }
  return ids;
}
