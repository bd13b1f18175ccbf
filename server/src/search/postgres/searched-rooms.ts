import type { PostgresConnection } from '../../db/postgres/postgres-connection.ts';
import type { IndexQuery } from '../search-index.ts';
import { type IndexedRoom, OPEN_PART } from './index-tables.ts';

/** An index that follows later is behind. */
const MAX_DELAY_MS = 2_000;
/** Also in a room that never rests. */
const MAX_MISSING_CHANGES = 200;
/** The open rooms that changed last: one of them is behind if a node fails. */
const COMPARED_ROOMS = 200;
const COMPARE_INTERVAL_MS = 1_000;

const IS_LATE = `r."seq" > s."changed" and (r."changedAt" <= extract(epoch from clock_timestamp()) * 1000 - ${MAX_DELAY_MS} or r."seq" > s."changed" + ${MAX_MISSING_CHANGES})`;
const SELECT_ROOMS = `select s."room", s."roomId", s."part", s."newest", s."format",
    s."unbuilt" is not null or (${IS_LATE}) as "isBehind"
  from unnest($1::text[]) as i("roomId") join "rooms" r on r."id" = i."roomId" and r."deletedAt" is null
  left join "search_rooms" s on s."roomId" = r."id"`;
const SELECT_OPEN_BEHIND = `select exists (
    select 1 from "search_rooms" where "unbuilt" is not null and "part" = ${OPEN_PART}
  ) or exists (
    select 1 from (
        select "roomId" from "room_activity" where "kind" = 'open' order by "at" desc, "roomId" desc limit ${COMPARED_ROOMS}
      ) a join "rooms" r on r."id" = a."roomId" left join "search_rooms" s on s."roomId" = r."id"
    where s."format" is distinct from $1 or (${IS_LATE})
  ) as "isBehind"`;
const SELECT_NUMBERS = `select "room" from "search_rooms" where "roomId" = any($1)`;

export interface SearchedRooms {
  rooms: readonly Pick<IndexedRoom, 'room' | 'roomId' | 'part' | 'newest'>[];
  /** The numbers of the open rooms that are not searched; undefined if only `rooms` are searched. */
  excepted: readonly number[] | undefined;
  isBehind: boolean;
}

type RoomRow = { [Key in 'room' | 'roomId' | 'part' | 'newest' | 'format']: IndexedRoom[Key] | null } & {
  isBehind: boolean | null;
};

export class RoomReader {
  readonly #format: number;
  readonly #steadyNow: () => number;
  #open: { at: number; isBehind: Promise<boolean> } | undefined;

  constructor(format: number, steadyNow: () => number) {
    this.#format = format;
    this.#steadyNow = steadyNow;
  }

  async read(connection: PostgresConnection, { open, roomIds }: IndexQuery): Promise<SearchedRooms> {
    const listed = open && 'only' in open ? [...open.only, ...roomIds] : roomIds;
    const except = open && 'except' in open ? open.except : undefined;
    const [rows, isOpenBehind, excepted] = await Promise.all([
      listed.length > 0 ? this.#readListed(connection, listed) : [],
      except !== undefined && this.#isOpenBehind(connection),
      except && readNumbers(connection, except),
    ]);
    const rooms = rows.flatMap(({ room, roomId, part, newest, format }) =>
      room === null || roomId === null || part === null || newest === null || format !== this.#format
        ? []
        : [{ room, roomId, part, newest }],
    );
    const isBehind = isOpenBehind || rooms.length < rows.length || rows.some(row => row.isBehind);
    return { rooms, excepted, isBehind };
  }

  async #readListed(connection: PostgresConnection, roomIds: readonly string[]): Promise<RoomRow[]> {
    const { rows } = await connection.query<RoomRow>(SELECT_ROOMS, [roomIds]);
    return rows;
  }

  /** Does not depend on the person. */
  async #isOpenBehind(connection: PostgresConnection): Promise<boolean> {
    const now = this.#steadyNow();
    if (this.#open === undefined || now - this.#open.at >= COMPARE_INTERVAL_MS) {
      const reading = connection.query<{ isBehind: boolean }>(SELECT_OPEN_BEHIND, [this.#format]);
      this.#open = { at: now, isBehind: reading.then(({ rows }) => rows[0]?.isBehind ?? true) };
    }
    try {
      return await this.#open.isBehind;
    } catch (error) {
      this.#open = undefined;
      throw error;
    }
  }
}

async function readNumbers(connection: PostgresConnection, roomIds: readonly string[]): Promise<number[]> {
  if (roomIds.length === 0) return [];
  const { rows } = await connection.query<{ room: number }>(SELECT_NUMBERS, [roomIds]);
  return rows.map(({ room }) => room);
}
