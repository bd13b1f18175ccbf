import { setImmediate } from 'node:timers/promises';
import { listTerms } from '@snug/protocol';
import { parseMentions } from '../../chat/mentions/message-mentions.ts';
import { afterTrimmed, trimmedBefore } from '../../chat/rooms/trimmed-log.ts';
import type { PostgresConnection } from '../../db/postgres/postgres-connection.ts';
import { type IndexedPart, PLACES_PER_MS } from '../search-index.ts';
import type { IndexPool } from './index-pool.ts';
import { type IndexedRoom, OPEN_PART } from './index-tables.ts';
import { choosePlaces } from './places.ts';
import type { TermKeys } from './term-keys.ts';

/** Of a transaction. */
const MAX_MESSAGES = 200;
/**
 * Of the texts of a transaction, to which one more message can come. A byte has about one key in all scripts. With more of them, the
 * transaction could take longer than PostgreSQL waits, and the next attempts, too.
 */
const MAX_TEXT_BYTES = 30_000;
const MAX_ERASED = 500;
/** Of the event loop; a turn takes a few milliseconds. */
const MESSAGES_PER_TURN = 20;

/**
 * `done`: the index has all changes of the room. `more`: it has some of them. `busy`: another node is changing the index of the room.
 * `gone`: nobody may read the room any more, and its rows are left to `erase`.
 */
export type IndexOutcome = 'done' | 'more' | 'busy' | 'gone';

interface MessageRow {
  seq: number;
  changedSeq: number;
  createdAt: number;
  authorId: string;
  text: string | null;
  mentions: string | null;
  fileKind: 'picture' | 'file' | 'voice' | null;
  fileName: string | null;
  links: number | null;
  pinnedAt: number | null;
  deletedAt: number | null;
  notice: string | null;
  /** Of the read messages, also beyond the bytes of a transaction. */
  count: number;
}

interface IndexedRow {
  place: number;
  room: number;
  seq: number;
  keys: readonly number[];
}

interface RoomState {
  seq: number;
  deletedAt: number | null;
  trimmedBefore: number | null;
}

/** A crash that loses the last transactions loses their marks, too, so they run again. */
const BEGIN = 'begin isolation level read committed read write';
const WITHOUT_SYNC = `select set_config('synchronous_commit', 'off', true)`;

const ROOM = `"room", "roomId", "part", "format", "changed", "oldest", "unbuilt", "newest"`;
const LOCK_ROOM = `select ${ROOM} from "search_rooms" where "roomId" = $1 for update skip locked`;
const LOCK_UNBUILT = `select ${ROOM} from "search_rooms" where "unbuilt" is not null and "format" = $1
  order by "unbuilt" desc limit 1 for update skip locked`;
/** A new room. The build adds what an older one has already. */
const ADD_ROOM = `insert into "search_rooms" (${ROOM})
  select "room", "id", case "kind" when 'open' then ${OPEN_PART} else "room" end, $2,
    case when "isOld" then "seq" else 0 end, case when "isOld" then "seq" + 1 else 1 end, case when "isOld" then "newest" end, "newest"
  from (
    select nextval('"search_rooms_room_seq"')::integer as "room", r."id", r."kind", r."seq", r."seq" > ${MAX_MESSAGES} as "isOld",
      r."changedAt" * ${PLACES_PER_MS} as "newest"
    from "rooms" r where r."id" = $1 and r."deletedAt" is null
  ) as "new" on conflict do nothing returning "room"`;
const FIND_ROOM = `select 1 from "search_rooms" where "roomId" = $1`;
const SELECT_ROOM = `select "seq", "deletedAt", "trimmedBefore" from "rooms" where "id" = $1`;

const SELECT_CHANGED = selectMessages(`"changedSeq" > ${afterTrimmed('$2', '$1')}`, '"changedSeq"');
const SELECT_OLDER = selectMessages('"seq" < $2 and "deletedAt" is null', '"seq" desc');

const SELECT_INDEXED = `select "place", "room", "seq", "keys" from "search_messages" where "room" = $1 and "seq" = any($2)`;
const INSERT = `insert into "search_messages" ("place", "room", "part", "seq", "keys")
  select "place", $1, $2, "seq", "keys"::int[] from unnest($3::bigint[], $4::bigint[], $5::text[]) as n("place", "seq", "keys")`;
const UPDATE = `update "search_messages" m set "keys" = n."keys"::int[]
  from unnest($1::bigint[], $2::text[]) as n("place", "keys") where m."place" = n."place"`;
const DELETE = `delete from "search_messages" where "room" = $1 and "seq" = any($2)`;
const ERASE = `delete from "search_messages" where "place" in (
    select "place" from "search_messages" where "room" = $1 order by "place" limit ${MAX_ERASED}
  )`;
const ERASE_TRIMMED = `delete from "search_messages" where "room" = $1 and "seq" in (
    select "seq" from "search_messages" where "room" = $1 and "seq" < $2 order by "seq" limit ${MAX_ERASED}
  )`;
const FORGET_ROOM = `delete from "search_rooms" where "room" = $1`;
const SET_CHANGED = `update "search_rooms" set "changed" = $2, "newest" = greatest("newest", $3) where "room" = $1`;
const SET_BUILT = `update "search_rooms" set "oldest" = $2, "unbuilt" = $3, "newest" = greatest("newest", $4) where "room" = $1`;
/** Then the next search does not read them one by one. */
const MERGE = `select gin_clean_pending_list('"search_messages_keys"'::regclass)`;

/** Changes the index of one room in each transaction, under the lock of its row: nodes share the rooms without a leader. */
export class RoomIndexer {
  readonly #pool: Pick<IndexPool, 'withOwn'>;
  readonly #keys: TermKeys;

  constructor(pool: Pick<IndexPool, 'withOwn'>, keys: TermKeys) {
    this.#pool = pool;
    this.#keys = keys;
  }

  /** Applies the next changes of a room's log. */
  applyChanges(roomId: string): Promise<IndexOutcome> {
    return this.#inTransaction(async connection => {
      const room = await this.#lockRoom(connection, roomId);
      if (!room) return 'busy';
      if (room === 'unknown') return 'done';
      // A node of another release or with another secret has it.
      if (room.format !== this.#keys.format) return 'done';
      const state = await readState(connection, roomId);
      if (!state) return 'gone';
      // Before the position advances, so that another node goes on after a crash.
      if (await hasMoreTrimmed(connection, room, state)) return 'more';
      const { rows } = await connection.query<MessageRow>(SELECT_CHANGED, [roomId, room.changed]);
      const newest = await this.#apply(connection, room, rows);
      const last = rows.at(-1)?.changedSeq ?? 0;
      const isDone = areAll(rows);
      await connection.query(SET_CHANGED, [room.room, isDone ? Math.max(state.seq, last) : last, newest]);
      return isDone ? 'done' : 'more';
    });
  }

  /** Erases some rows of a room that is gone. */
  erase(roomId: string): Promise<Exclude<IndexOutcome, 'gone'>> {
    return this.#inTransaction(async connection => {
      const room = await this.#lockRoom(connection, roomId);
      if (!room) return 'busy';
      return room === 'unknown' ? 'done' : eraseSome(connection, room);
    });
  }

  /** Adds the newest messages that are not in the index. Returns false if there are none, or if other nodes add them. */
  buildSome(): Promise<boolean> {
    return this.#inTransaction(async connection => {
      const [room] = (await connection.query<IndexedRoom>(LOCK_UNBUILT, [this.#keys.format])).rows;
      if (!room) return false;
      if (!(await readState(connection, room.roomId))) {
        await eraseSome(connection, room);
        return true;
      }
      const { rows } = await connection.query<MessageRow>(SELECT_OLDER, [room.roomId, room.oldest]);
      const newest = await this.#apply(connection, room, rows.toReversed());
      const last = rows.at(-1);
      const isLeft = !areAll(rows) && last;
      const [oldest, unbuilt] = isLeft ? [last.seq, last.createdAt * PLACES_PER_MS] : [1, null];
      await connection.query(SET_BUILT, [room.room, oldest, unbuilt, newest]);
      return true;
    });
  }

  async merge(): Promise<void> {
    await this.#pool.withOwn(connection => connection.query(MERGE));
  }

  /** Undefined while another node holds the lock. */
  async #lockRoom(
    connection: PostgresConnection,
    roomId: string,
  ): Promise<IndexedRoom | 'unknown' | undefined> {
    const [room] = (await connection.query<IndexedRoom>(LOCK_ROOM, [roomId])).rows;
    if (room) return room;
    const { rows: added } = await connection.query(ADD_ROOM, [roomId, this.#keys.format]);
    if (added.length > 0) return (await connection.query<IndexedRoom>(LOCK_ROOM, [roomId])).rows[0];
    const { rows: locked } = await connection.query(FIND_ROOM, [roomId]);
    return locked.length > 0 ? undefined : 'unknown';
  }

  /** Returns the highest place of a new row, or 0. */
  async #apply(
    connection: PostgresConnection,
    { room, part }: IndexedRoom,
    rows: readonly MessageRow[],
  ): Promise<number> {
    const isShown = ({ deletedAt, notice }: MessageRow) => deletedAt === null && notice === null;
    const gone = rows.filter(row => !isShown(row)).map(({ seq }) => seq);
    if (gone.length > 0) await connection.query(DELETE, [room, gone]);
    const shown: { row: MessageRow; keys: number[] }[] = [];
    for (const row of rows.filter(isShown)) {
      shown.push({ row, keys: this.#listKeys(part, row) });
      // Searches in this thread must not wait for all messages.
      if (shown.length % MESSAGES_PER_TURN === 0) await setImmediate();
    }
    if (shown.length === 0) return 0;
    const seqs = shown.map(({ row }) => row.seq);
    const { rows: indexed } = await connection.query<IndexedRow>(SELECT_INDEXED, [room, seqs]);
    const known = new Map(indexed.map(row => [row.seq, row]));
    const changed = shown.flatMap(({ row, keys }) => {
      const old = known.get(row.seq);
      return old && !isSame(old.keys, keys) ? [{ place: old.place, keys }] : [];
    });
    if (changed.length > 0)
      await connection.query(UPDATE, [
        changed.map(({ place }) => place),
        changed.map(({ keys }) => toArray(keys)),
      ]);
    const added = shown.filter(({ row }) => !known.has(row.seq));
    if (added.length === 0) return 0;
    const places = await choosePlaces(
      connection,
      added.map(({ row: { createdAt, seq } }) => ({ createdAt, seq, room })),
    );
    const lists = added.map(({ keys }) => toArray(keys));
    await connection.query(INSERT, [room, part, places, added.map(({ row }) => row.seq), lists]);
    return Math.max(...places);
  }

  #listKeys(
    part: number,
    { text, fileName, fileKind, links, pinnedAt, mentions, authorId }: MessageRow,
  ): number[] {
    const parts: IndexedPart[] = [];
    if (fileKind) parts.push(fileKind);
    if (links) parts.push('link');
    if (pinnedAt !== null) parts.push('pin');
    return this.#keys.listKeys(part, {
      terms: [...listTerms(text ?? ''), ...listTerms(fileName ?? '')],
      authorId,
      mentions: mentions === null ? [] : parseMentions(mentions).map(({ uid }) => uid),
      parts,
    });
  }

  #inTransaction<Result>(run: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    return this.#pool.withOwn(async connection => {
      try {
        const [, , result] = await Promise.all([
          connection.query(BEGIN),
          connection.query(WITHOUT_SYNC),
          run(connection),
        ]);
        await connection.query('commit');
        return result;
      } catch (error) {
        if (connection.isOpen) await connection.query('rollback').catch(() => connection.destroy());
        throw error;
      }
    });
  }
}

/** Undefined if nobody may read the room any more. */
async function readState(connection: PostgresConnection, roomId: string): Promise<RoomState | undefined> {
  const [state] = (await connection.query<RoomState>(SELECT_ROOM, [roomId])).rows;
  return state?.deletedAt === null ? state : undefined;
}

/** Erases some rows of trimmed messages. */
async function hasMoreTrimmed(
  connection: PostgresConnection,
  { room }: IndexedRoom,
  { trimmedBefore: before }: RoomState,
): Promise<boolean> {
  if (before === null) return false;
  const { numAffectedRows = 0n } = await connection.query(ERASE_TRIMMED, [room, before]);
  return numAffectedRows === BigInt(MAX_ERASED);
}

async function eraseSome(connection: PostgresConnection, { room }: IndexedRoom): Promise<'done' | 'more'> {
  const { numAffectedRows = 0n } = await connection.query(ERASE, [room]);
  if (numAffectedRows === BigInt(MAX_ERASED)) return 'more';
  await connection.query(FORGET_ROOM, [room]);
  return 'done';
}

/** The next messages up to the bytes of a transaction, without a look at the texts of others. */
function selectMessages(condition: string, order: string): string {
  return `select m."seq", m."changedSeq", m."createdAt", m."authorId", m."text", m."mentions", m."fileKind",
      f."name" as "fileName", m."links", m."pinnedAt", m."deletedAt", m."notice", m."count"
    from (
      select n.*, count(*) over () as "count", coalesce(sum(octet_length(n."text")) over (
        order by n.${order} rows between unbounded preceding and 1 preceding
      ), 0) as "bytesBefore" from (
        select * from "messages" where "roomId" = $1 and ${condition} and "seq" >= ${trimmedBefore('$1')} order by ${order} limit ${MAX_MESSAGES}
      ) n
    ) m left join "files" f on f."id" = m."fileId" where m."bytesBefore" <= ${MAX_TEXT_BYTES} order by m.${order}`;
}

/** Whether no further ones follow. */
function areAll(rows: readonly MessageRow[]): boolean {
  const count = rows[0]?.count ?? 0;
  return rows.length === count && count < MAX_MESSAGES;
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}

/** As PostgreSQL writes an array. */
function toArray(keys: readonly number[]): string {
  return `{${keys.join(',')}}`;
}
