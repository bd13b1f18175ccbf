import type { PostgresConnection } from '../../db/postgres/postgres-connection.ts';
import type { IndexCandidate } from '../search-index.ts';
import { type IndexedRoom, OPEN_PART } from './index-tables.ts';
import type { KeyCondition } from './term-keys.ts';

/** The messages of a room, or of the open rooms, with the newest first. */
export interface Stream {
  room?: Pick<IndexedRoom, 'room' | 'roomId'>;
  /** The numbers of open rooms that do not belong to it, if it has no `room`. */
  excepted?: readonly number[];
  condition: KeyCondition;
  /** Everything from this place up is examined. */
  examinedTo: number;
}

interface ReadOptions {
  /** Lower places do not matter. */
  floor: number;
  onHit: (hit: IndexCandidate) => void;
}

interface FoundRow {
  n: number;
  place: number;
  seq: number;
  roomId: string;
  isHit: boolean;
  /** Counts the rows of its stream. */
  row: number;
}

/** A statement compares at most these lists of alternatives. The texts decide about the others. */
const MAX_ALTERNATIVES = 3;
/** Numbers in the statement, because PostgreSQL expects a limit in a parameter to be a tenth of the rows, and would sort them. */
const DEPTHS = [512, 128, 32, 8, 2];

/**
 * Reads the next messages of each stream, about `rows` together, and moves their `examinedTo`. Returns the number of rows. The conditions
 * on keys are not part of `where`, so PostgreSQL cannot read their lists instead.
 */
export async function walkNewest(
  connection: PostgresConnection,
  streams: readonly Stream[],
  { floor, rows, onHit }: ReadOptions & { rows: number },
): Promise<number> {
  const share = rows / streams.length;
  const depth = DEPTHS.find(each => each <= share) ?? 2;
  await readStreams(connection, streams, {
    floor,
    onHit,
    limit: depth,
    toRoomQuery: count => createRoomWalk(depth, count),
    toOpenQuery: count => createOpenWalk(depth, count),
  });
  return depth * streams.length;
}

/** Reads the lists of the keys, for the newest `limit` hits of each stream. The pluses keep B-trees out of the other conditions. */
export async function findInLists(
  connection: PostgresConnection,
  streams: readonly Stream[],
  options: ReadOptions & { limit: number },
): Promise<void> {
  await readStreams(connection, streams, {
    ...options,
    toRoomQuery: createRoomLists,
    toOpenQuery: createOpenLists,
  });
}

interface StreamQueries extends ReadOptions {
  limit: number;
  /** With so many lists of alternatives. */
  toRoomQuery: (alternatives: number) => string;
  toOpenQuery: (alternatives: number) => string;
}

async function readStreams(
  connection: PostgresConnection,
  streams: readonly Stream[],
  { floor, limit, onHit, toRoomQuery, toOpenQuery }: StreamQueries,
): Promise<void> {
  const rooms = streams.filter(({ room }) => room);
  const reads = streams.filter(({ room }) => !room).map(stream => readOpen(stream));
  if (rooms.length > 0) reads.push(readRooms());
  for (const found of await Promise.all(reads)) found();

  async function readRooms() {
    const alternatives = countAlternatives(rooms[0]);
    const { rows } = await connection.query<FoundRow>(toRoomQuery(alternatives), [
      floor,
      limit,
      rooms.map(({ room }) => room?.room),
      rooms.map(({ examinedTo }) => examinedTo),
      rooms.map(({ condition }) => toArray(condition.all)),
      ...Array.from({ length: alternatives }, (_, index) =>
        rooms.map(({ condition }) => toArray(condition.any[index] ?? [])),
      ),
    ]);
    const byStream = Map.groupBy(rows, ({ n }) => n);
    return () => {
      for (const [index, stream] of rooms.entries())
        advance(stream, byStream.get(index + 1) ?? [], stream.room?.roomId);
    };
  }

  async function readOpen(stream: Stream) {
    const { condition, excepted = [], examinedTo } = stream;
    const alternatives = countAlternatives(stream);
    const some = condition.any.slice(0, alternatives);
    const parameters = [floor, limit, examinedTo, excepted, condition.all, ...some];
    const { rows } = await connection.query<FoundRow>(toOpenQuery(alternatives), parameters);
    return () => advance(stream, rows, undefined);
  }

  /** The row in which a read ended is always there. */
  function advance(stream: Stream, rows: readonly FoundRow[], ownId: string | undefined): void {
    for (const { roomId, seq, place, isHit } of rows)
      if (isHit) onHit({ roomId: ownId ?? roomId, seq, place });
    stream.examinedTo = rows.find(({ row }) => row === limit)?.place ?? floor;
  }
}

function countAlternatives(stream: Stream | undefined): number {
  return Math.min(MAX_ALTERNATIVES, stream?.condition.any.length ?? 0);
}

/** As PostgreSQL writes an array. */
function toArray(keys: readonly number[]): string {
  return `{${keys.join(',')}}`;
}

/** The parameter of the first list of alternatives. */
const FIRST_LIST = 6;

/** Of all rooms of a statement: number, start, and the keys as texts, because arrays of arrays have one length. */
function fromRooms(alternatives: number): string {
  const lists = Array.from({ length: alternatives }, (_, index) => index);
  const parameters = lists.map(index => `, $${FIRST_LIST + index}::text[]`).join('');
  const names = lists.map(index => `, "any${index}"`).join('');
  return `unnest($3::int[], $4::bigint[], $5::text[]${parameters}) with ordinality as s("room", "below", "all"${names}, "n")`;
}

function hasKeysOfRoom(alternatives: number): string {
  const lists = Array.from({ length: alternatives }, (_, index) => ` and "keys" && s."any${index}"::int[]`);
  return `"keys" @> s."all"::int[]${lists.join('')}`;
}

function hasKeysOfOpen(alternatives: number): string {
  const lists = Array.from(
    { length: alternatives },
    (_, index) => ` and "keys" && $${FIRST_LIST + index}::int[]`,
  );
  return `"keys" @> $5::int[]${lists.join('')}`;
}

function createRoomWalk(depth: number, alternatives: number): string {
  return `select s."n"::int as "n", w."place", w."seq", w."isHit", w."row"::int as "row" from ${fromRooms(alternatives)}
    cross join lateral (
      select "place", "seq", ${hasKeysOfRoom(alternatives)} as "isHit", row_number() over (order by "place" + 0 desc) as "row" from (
        select "place", "seq", "keys" from "search_messages"
        where "room" = s."room" and "place" + 0 < s."below" and "place" + 0 >= $1 order by "place" + 0 desc limit ${depth}
      ) as "newest"
    ) w where w."isHit" or w."row" = $2`;
}

function createOpenWalk(depth: number, alternatives: number): string {
  return `select w."place", w."seq", w."isHit", w."row"::int as "row",
      (select r."roomId" from "search_rooms" r where r."room" = w."room") as "roomId"
    from (
      select "place", "room", "seq", "room" <> all($4::int[]) and ${hasKeysOfOpen(alternatives)} as "isHit",
        row_number() over (order by "place" + 0 desc) as "row"
      from (
        select "place", "room", "seq", "keys" from "search_messages"
        where "part" = ${OPEN_PART} and "place" + 0 < $3::bigint and "place" + 0 >= $1::bigint order by "place" + 0 desc limit ${depth}
      ) as "newest"
    ) w where w."isHit" or w."row" = $2`;
}

function createRoomLists(alternatives: number): string {
  return `select s."n"::int as "n", l."place", l."seq", true as "isHit", l."row"::int as "row" from ${fromRooms(alternatives)}
    cross join lateral (
      select "place", "seq", row_number() over (order by +"place" desc) as "row" from "search_messages"
      where ${hasKeysOfRoom(alternatives)} and +"room" = s."room" and +"place" < s."below" and +"place" >= $1
      order by +"place" desc limit $2
    ) l`;
}

function createOpenLists(alternatives: number): string {
  return `select l."place", l."seq", true as "isHit", l."row"::int as "row",
      (select r."roomId" from "search_rooms" r where r."room" = l."room") as "roomId"
    from (
      select "place", "room", "seq", row_number() over (order by +"place" desc) as "row" from "search_messages"
      where ${hasKeysOfOpen(alternatives)} and +"part" = ${OPEN_PART} and "room" <> all($4::int[])
        and +"place" < $3::bigint and +"place" >= $1::bigint
      order by +"place" desc limit $2
    ) l`;
}
