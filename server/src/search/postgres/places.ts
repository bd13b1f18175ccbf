import type { PostgresConnection } from '../../db/postgres/postgres-connection.ts';
import { PLACES_PER_MS } from '../search-index.ts';

/** Held until the end of the transaction: two of them could choose the same place, and wait for each other. */
const LOCK_PLACES = `select pg_advisory_xact_lock(3853314791062309108)`;

/** Of the places from each start on. */
const SELECT_TAKEN = `select m."place" from unnest($1::bigint[]) as s("start")
  cross join lateral (select "place" from "search_messages" where "place" >= s."start" and "place" < s."start" + $2) m`;
const SELECT_TAKEN_OF = `select m."place" from unnest($1::bigint[]) as p("place")
  cross join lateral (select "place" from "search_messages" where "place" = p."place") m`;

/** Beyond these, so many messages are of the same milliseconds that their order does not matter. */
const ORDERED_PLACES = 4 * PLACES_PER_MS;

export interface Placeable {
  createdAt: number;
  room: number;
  seq: number;
}

/** Free places of new messages, in the order of their seqs. They stay free until the end of the transaction. */
export async function choosePlaces(
  connection: PostgresConnection,
  messages: readonly Placeable[],
): Promise<number[]> {
  await connection.query(LOCK_PLACES);
  const starts = messages.map(({ createdAt }) => createdAt * PLACES_PER_MS);
  const taken = await readTaken(connection, SELECT_TAKEN, [[...new Set(starts)], ORDERED_PLACES]);
  const places: (number | undefined)[] = starts.map(start => {
    const place = findFree(start, taken);
    if (place !== undefined) taken.add(place);
    return place;
  });
  for (let attempt = 0; places.includes(undefined); attempt++) {
    const tried = messages.map((message, index) =>
      places[index] === undefined ? scatter(message, attempt) : undefined,
    );
    const wanted = tried.filter(place => place !== undefined);
    const rows = await readTaken(connection, SELECT_TAKEN_OF, [wanted]);
    for (const [index, place] of tried.entries()) {
      if (place === undefined || rows.has(place) || taken.has(place)) continue;
      taken.add(place);
      places[index] = place;
    }
  }
  return places.map(place => place ?? 0);
}

function findFree(start: number, taken: ReadonlySet<number>): number | undefined {
  for (let place = start; place < start + ORDERED_PLACES; place++) if (!taken.has(place)) return place;
  return undefined;
}

/** In a range that doubles with each attempt, so that any number of messages of a millisecond needs few attempts. */
function scatter({ createdAt, room, seq }: Placeable, attempt: number): number {
  const mixed = Math.imul(Math.imul(room, 0x9e3779b1) ^ (seq + attempt), 0x85ebca6b) >>> 0;
  const hash = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) >>> 0;
  return createdAt * PLACES_PER_MS + ORDERED_PLACES + (hash % (ORDERED_PLACES * 2 ** Math.min(attempt, 24)));
}

async function readTaken(
  connection: PostgresConnection,
  statement: string,
  parameters: readonly unknown[],
): Promise<Set<number>> {
  const { rows } = await connection.query<{ place: number }>(statement, parameters);
  return new Set(rows.map(({ place }) => place));
}
