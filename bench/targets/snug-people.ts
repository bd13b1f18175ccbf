import { populate } from '@snug/server/app/seed/bulk.ts';
import { openDataFolder } from '@snug/server/db/open.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { addSession } from '@snug/testkit/store-person.ts';
import type { Seat } from '../load/seat.ts';
import { createSeats, type LoadPopulation } from './target.ts';

/** The server must use the same secret, or it rejects the sessions. */
export const SECRET = 'the secret of servers that are measured';

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

/** Returns the cookies of the sessions. */
function addSessions(db: Db, uids: readonly string[]): Promise<string[]> {
  return db.transaction().execute(async transaction => {
    const cookies: string[] = [];
    for (const uid of uids) cookies.push(await addSession(transaction, uid, { secret: SECRET }));
    return cookies;
  });
}
