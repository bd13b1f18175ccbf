import { createHmac, randomBytes } from 'node:crypto';
import { getSessionCookieName } from '@snug/server/accounts/cookies.ts';
import { openDataFolder } from '@snug/server/db/open.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { newId } from '@snug/server/ids.ts';
import { populate } from '@snug/server/seed/bulk.ts';
import { sql } from 'kysely';
import type { Seat } from '../load/seat.ts';
import { createSeats, type LoadPopulation } from './target.ts';

/** The server must use the same secret, or it rejects the sessions. */
export const SECRET = 'the secret of servers that are measured';

const SESSION_MS = 24 * 60 * 60_000;

/** Adds people with sessions, and rooms, to a data folder without a running server. The key of a seat is its cookie. */
export async function addPeople(data: string, population: LoadPopulation): Promise<Seat[]> {
  const { db, unlock } = await openDataFolder(data);
  const seats = await addPeopleTo(db, population);
  await db.destroy();
  unlock();
  return seats;
}

/** Adds people with sessions, and rooms. */
export async function addPeopleTo(db: Db, population: LoadPopulation): Promise<Seat[]> {
  const uids = await populate(
    db,
    { users: population.people, rooms: population.rooms, messages: 0 },
    () => {},
  );
  const rooms = await db
    .selectFrom('rooms')
    .select('id')
    .orderBy('id', 'desc')
    .limit(population.rooms)
    .execute();
  const keys = await addSessions(db, uids);
  const seats = createSeats(
    population,
    rooms.map(({ id }) => id),
  );
  return seats.map((seat, index) => ({ ...seat, name: uids[index] ?? '', key: keys[index] ?? '' }));
}

/** Adds sessions without hashing passwords. Returns their cookies. */
export async function addSessions(db: Db, uids: readonly string[]): Promise<string[]> {
  const at = new Date().toISOString();
  const expiresAt = new Date(Date.now() + SESSION_MS).toISOString();
  const tokens = uids.map(() => randomBytes(24).toString('base64url'));
  await db.transaction().execute(async transaction => {
    for (const [index, uid] of uids.entries()) {
      await sql`insert into "sessions" ("id", "userId", "token", "createdAt", "updatedAt", "expiresAt")
        values (${newId()}, ${uid}, ${tokens[index]}, ${at}, ${at}, ${expiresAt})`.execute(transaction);
    }
  });
  return tokens.map(signCookie);
}

/** In the format of the accounts library. */
function signCookie(token: string): string {
  const signature = createHmac('sha256', SECRET).update(token).digest('base64');
  return `${getSessionCookieName('http://127.0.0.1')}=${encodeURIComponent(`${token}.${signature}`)}`;
}
