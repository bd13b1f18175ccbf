import { setImmediate } from 'node:timers/promises';
import { listTerms } from '@snug/protocol';
import { parseMentions } from '../../chat/mentions/message-mentions.ts';
import { afterTrimmed, trimmedBefore } from '../../chat/rooms/trimmed-log.ts';
import type { PostgresConnection } from '../../db/postgres/postgres-connection.ts';
import { listParts, type RowWithParts } from '../indexed-parts.ts';
import { PLACES_PER_MS } from '../search-index.ts';
import type { IndexPool } from './index-pool.ts';
import { type IndexedRoom, OPEN_PART } from './index-tables.ts';
import { choosePlaces } from './places.ts';
import type { KeyedMessage, TermKeys } from './term-keys.ts';

/** Of a transaction. */
const MAX_MESSAGES = 200;
/**
 * Of the texts of a transaction, to which one more message can come. A byte has one or two keys at most. With more of them, a
 * statement could take longer than PostgreSQL waits, and the next attempts, too.
 */
const MAX_TEXT_BYTES = 30_000;
const MAX_ERASED = 500;
/** Changes of a room, of one statement that looks for replaced messages. */
const MAX_EXAMINED = 5_000;
/** Of the event loop; a turn takes a few milliseconds. */
const KEYS_PER_TURN = 500;

/**
 * `done`: the index has all changes of the room. `more`: it has some of them. `busy`: another node is changing the index of the room.
 * `gone`: nobody may read the room any more, and its rows are left to `erase`.
 */
export type IndexOutcome = 'done' | 'more' | 'busy' | 'gone';

interface MessageRow extends RowWithParts {
  seq: number;
  changedSeq: number;
  createdAt: number;
  authorId: string;
  mentions: string | null;
  fileName: string | null;
  deletedAt: number | null;
  notice: string | null;
  /** Of the read messages, also beyond the bytes of a transaction. */
  count: number;
}

/** The keys of messages as they were before a transaction, by `toContent`. */
type PreparedKeys = ReadonlyMap<string, readonly number[]>;

interface IndexedRow {
  place: number;
  room: number;
  seq: number;
  keys: readonly number[];
}

/** `gone`: as an outcome. `unfinished`: more of them may be left. */
export interface ErasedRooms {
  gone: readonly string[];
  unfinished: readonly string[];
}

interface ErasableRow extends IndexedRoom {
  isGone: boolean;
  hasTrimmed: boolean;
  hasReplaced: boolean;
  /** The changes after `after`, up to `end`, are examined. */
  after: number;
  end: number;
  isEnd: boolean;
}

interface RoomState {
  seq: number;
  /** The index has rows of trimmed messages. */
  hasTrimmed: boolean;
}

/** A crash that loses the last transactions loses their marks, too, so they run again. */
const BEGIN = 'begin isolation level read committed read write';
const WITHOUT_SYNC = `select set_config('synchronous_commit', 'off', true)`;

const ROOM = `"room", "roomId", "part", "format", "changed", "oldest", "unbuilt", "newest"`;
const FIND_ROOM = `select ${ROOM} from "search_rooms" where "roomId" = $1`;
const LOCK_ROOM = `select ${ROOM} from "search_rooms" where "room" = $1 and "format" = $2 for update skip locked`;
const LOCK_ROOM_OF_ANY_FORMAT = `${FIND_ROOM} for update skip locked`;
const FIND_UNBUILT = `select ${ROOM} from "search_rooms" where "unbuilt" is not null and "format" = $1
  order by "unbuilt" desc limit 1 offset $2`;
/** A new room. The build adds what an older one has already. */
const ADD_ROOM = `insert into "search_rooms" (${ROOM})
  select "room", "id", case "kind" when 'open' then ${OPEN_PART} else "room" end, $2,
    case when "isOld" then "seq" else 0 end, case when "isOld" then "seq" + 1 else 1 end, case when "isOld" then "newest" end, "newest"
  from (
    select nextval('"search_rooms_room_seq"')::integer as "room", r."id", r."kind", r."seq", r."seq" > ${MAX_MESSAGES} as "isOld",
      r."changedAt" * ${PLACES_PER_MS} as "newest"
    from "rooms" r where r."id" = $1 and r."deletedAt" is null
  ) as "new" on conflict do nothing returning "room"`;
const SELECT_STATE = `select r."seq", exists (
    select 1 from "search_messages" m where m."room" = $2 and m."seq" < r."trimmedBefore"
  ) as "hasTrimmed"
  from "rooms" r where r."id" = $1 and r."deletedAt" is null`;

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
    select "seq" from "search_messages" where "room" = $1 and "seq" < ${trimmedBefore('$2')} order by "seq" limit ${MAX_ERASED}
  )`;
/** Reactions and pins replace no words. */
const IS_REPLACED = `("deletedAt" is not null or "revision" > 0)`;
/**
 * Rooms whose changes, after those that the index has or the given ones, replaced words. Also of messages that the index does not have:
 * another node can add them, as they were, in a transaction that still runs.
 */
const SELECT_ERASABLE = `select s.*, r."id" is null or r."deletedAt" is not null as "isGone", e.*, e."end" = r."seq" as "isEnd",
    exists (select 1 from "search_messages" m where m."room" = s."room" and m."seq" < r."trimmedBefore") as "hasTrimmed",
    exists (
      select 1 from "messages" m where m."roomId" = s."roomId" and m."changedSeq" > e."after" and m."changedSeq" <= e."end"
        and ${IS_REPLACED}
    ) as "hasReplaced"
  from unnest($1::text[], $2::bigint[]) as i("roomId", "after")
  join "search_rooms" s on s."roomId" = i."roomId" and s."format" = $3
  left join "rooms" r on r."id" = s."roomId"
  cross join lateral (select greatest(s."changed", i."after") as "after") a
  cross join lateral (select a."after", least(r."seq", a."after" + ${MAX_EXAMINED}) as "end") e`;
const ERASE_REPLACED = `delete from "search_messages" where "room" = $1 and "seq" in (
    select "seq" from "messages" where "roomId" = $2 and "changedSeq" > $3 and "changedSeq" <= $4 and "seq" <= $3
      and ${IS_REPLACED}
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
  /** Of the rooms to build, so many newer ones are left to other nodes. */
  #leftToOthers = 0;
  /** By room, the change up to which replaced words are erased before the other changes. */
  readonly #erased = new Map<string, number>();

  constructor(pool: Pick<IndexPool, 'withOwn'>, keys: TermKeys) {
    this.#pool = pool;
    this.#keys = keys;
  }

  /** Applies the next changes of a room's log. */
  async applyChanges(roomId: string): Promise<IndexOutcome> {
    const outcome = await this.#applyChanges(roomId);
    if (outcome === 'done' || outcome === 'gone') this.#erased.delete(roomId);
    return outcome;
  }

  #applyChanges(roomId: string): Promise<IndexOutcome> {
    return this.#pool.withOwn(async connection => {
      const room = (await findRoom(connection, roomId)) ?? (await this.#addRoom(connection, roomId));
      // It never was a room, or a node of another release or with another secret has it.
      if (room?.format !== this.#keys.format) return 'done';
      const state = await readState(connection, room);
      if (!state) return 'gone';
      if (state.hasTrimmed) return this.#eraseTrimmed(connection, room);
      const keys = await this.#prepareKeys(connection, room, SELECT_CHANGED, room.changed);
      return inTransaction(connection, () => this.#applyPrepared(connection, room, keys));
    });
  }

  /** Erases the words that changes of the rooms replaced, and adds nothing. `applyChanges` adds edited messages again. */
  eraseReplaced(roomIds: readonly string[]): Promise<ErasedRooms> {
    return this.#pool.withOwn(async connection => {
      const after = roomIds.map(roomId => this.#erased.get(roomId) ?? 0);
      const { rows } = await connection.query<ErasableRow>(SELECT_ERASABLE, [
        roomIds,
        after,
        this.#keys.format,
      ]);
      const unfinished: string[] = [];
      for (const row of rows)
        if (!row.isGone && !(await this.#eraseReplacedOf(connection, row))) unfinished.push(row.roomId);
      return { gone: rows.flatMap(({ isGone, roomId }) => (isGone ? roomId : [])), unfinished };
    });
  }

  /** Returns whether nothing is left. */
  async #eraseReplacedOf(connection: PostgresConnection, row: ErasableRow): Promise<boolean> {
    const { roomId, hasTrimmed, hasReplaced, after, end, isEnd } = row;
    if (hasTrimmed) {
      await this.#eraseTrimmed(connection, row);
      return false;
    }
    if (hasReplaced) {
      const isErased = await inTransaction(connection, async () => {
        // Another node may have added an edited message since. While it holds the lock, it can add one as it was.
        const room = await this.#lock(connection, row);
        if (!room) return false;
        await connection.query(ERASE_REPLACED, [room.room, roomId, Math.max(room.changed, after), end]);
        return true;
      });
      if (!isErased) return false;
    }
    this.#erased.set(roomId, end);
    return isEnd;
  }

  /** Erases some rows of a room that is gone. */
  erase(roomId: string): Promise<Exclude<IndexOutcome, 'gone'>> {
    return this.#pool.withOwn(connection =>
      inTransaction(connection, async () => {
        const [room] = (await connection.query<IndexedRoom>(LOCK_ROOM_OF_ANY_FORMAT, [roomId])).rows;
        if (room) return eraseSome(connection, room);
        return (await findRoom(connection, roomId)) ? 'busy' : 'done';
      }),
    );
  }

  /** Adds the newest messages that are not in the index. `busy`: other nodes add them. */
  buildSome(): Promise<Exclude<IndexOutcome, 'gone'>> {
    return this.#pool.withOwn(async connection => {
      const skipped = this.#leftToOthers;
      const { rows } = await connection.query<IndexedRoom>(FIND_UNBUILT, [this.#keys.format, skipped]);
      const [room] = rows;
      this.#leftToOthers = room ? skipped : 0;
      if (!room) return skipped === 0 ? 'done' : 'busy';
      const keys = await this.#prepareKeys(connection, room, SELECT_OLDER, room.oldest);
      const outcome = await inTransaction(connection, () => this.#buildPrepared(connection, room, keys));
      if (outcome === 'busy') this.#leftToOthers++;
      return outcome;
    });
  }

  async merge(): Promise<void> {
    await this.#pool.withOwn(connection => connection.query(MERGE));
  }

  async #addRoom(connection: PostgresConnection, roomId: string): Promise<IndexedRoom | undefined> {
    await inTransaction(connection, () => connection.query(ADD_ROOM, [roomId, this.#keys.format]));
    return findRoom(connection, roomId);
  }

  /** Undefined while another node holds the lock, or if that node has given the room another format. */
  async #lock(connection: PostgresConnection, { room }: IndexedRoom): Promise<IndexedRoom | undefined> {
    return (await connection.query<IndexedRoom>(LOCK_ROOM, [room, this.#keys.format])).rows[0];
  }

  #eraseTrimmed(connection: PostgresConnection, room: IndexedRoom): Promise<'busy' | 'more'> {
    return inTransaction(connection, async () => {
      if (!(await this.#lock(connection, room))) return 'busy';
      await connection.query(ERASE_TRIMMED, [room.room, room.roomId]);
      return 'more';
    });
  }

  /** Outside of a transaction, because PostgreSQL ends one that waits for some seconds. */
  async #prepareKeys(
    connection: PostgresConnection,
    { roomId, part }: IndexedRoom,
    select: string,
    position: number,
  ): Promise<PreparedKeys> {
    const { rows } = await connection.query<MessageRow>(select, [roomId, position]);
    const prepared = new Map<string, readonly number[]>();
    let keysOfTurn = 0;
    for (const row of rows.filter(isShown)) {
      const keys = new Set<number>();
      for (const key of this.#keys.listKeys(part, toKeyed(row))) {
        keys.add(key);
        if (++keysOfTurn < KEYS_PER_TURN) continue;
        // Searches in this thread must not wait for all of them.
        await setImmediate();
        keysOfTurn = 0;
      }
      prepared.set(
        toContent(row),
        [...keys].toSorted((a, b) => a - b),
      );
    }
    return prepared;
  }

  async #applyPrepared(
    connection: PostgresConnection,
    room: IndexedRoom,
    keys: PreparedKeys,
  ): Promise<IndexOutcome> {
    const [locked, state] = await Promise.all([this.#lock(connection, room), readState(connection, room)]);
    if (!locked) return 'busy';
    if (!state) return 'gone';
    // Before the position advances, so that another node goes on after a crash.
    if (state.hasTrimmed) return 'more';
    const { rows } = await connection.query<MessageRow>(SELECT_CHANGED, [room.roomId, locked.changed]);
    const applied = takePrepared(rows, keys);
    const newest = await apply(connection, room, applied, keys);
    const isDone = applied.length === rows.length && areAll(rows);
    const last = applied.at(-1)?.changedSeq ?? locked.changed;
    await connection.query(SET_CHANGED, [room.room, isDone ? Math.max(state.seq, last) : last, newest]);
    return isDone ? 'done' : 'more';
  }

  async #buildPrepared(
    connection: PostgresConnection,
    room: IndexedRoom,
    keys: PreparedKeys,
  ): Promise<'busy' | 'more'> {
    const locked = await this.#lock(connection, room);
    if (locked?.oldest !== room.oldest) return 'busy';
    if (!(await readState(connection, room))) {
      await eraseSome(connection, room);
      return 'more';
    }
    const { rows } = await connection.query<MessageRow>(SELECT_OLDER, [room.roomId, room.oldest]);
    const applied = takePrepared(rows, keys);
    const newest = await apply(connection, room, applied.toReversed(), keys);
    const last = applied.at(-1);
    const isLeft = applied.length < rows.length || !areAll(rows);
    if (isLeft && !last) return 'more';
    const [oldest, unbuilt] = isLeft && last ? [last.seq, last.createdAt * PLACES_PER_MS] : [1, null];
    await connection.query(SET_BUILT, [room.room, oldest, unbuilt, newest]);
    return 'more';
  }
}

async function inTransaction<Result>(
  connection: PostgresConnection,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    const [, , result] = await Promise.all([connection.query(BEGIN), connection.query(WITHOUT_SYNC), run()]);
    await connection.query('commit');
    return result;
  } catch (error) {
    if (connection.isOpen) await connection.query('rollback').catch(() => connection.destroy());
    throw error;
  }
}

async function findRoom(connection: PostgresConnection, roomId: string): Promise<IndexedRoom | undefined> {
  return (await connection.query<IndexedRoom>(FIND_ROOM, [roomId])).rows[0];
}

/** Undefined if nobody may read the room any more. */
async function readState(
  connection: PostgresConnection,
  { room, roomId }: IndexedRoom,
): Promise<RoomState | undefined> {
  return (await connection.query<RoomState>(SELECT_STATE, [roomId, room])).rows[0];
}

/** Returns the highest place of a new row, or 0. */
async function apply(
  connection: PostgresConnection,
  { room, part }: IndexedRoom,
  rows: readonly MessageRow[],
  prepared: PreparedKeys,
): Promise<number> {
  const gone = rows.filter(row => !isShown(row)).map(({ seq }) => seq);
  if (gone.length > 0) await connection.query(DELETE, [room, gone]);
  const shown = rows.filter(isShown).map(row => ({ ...row, keys: prepared.get(toContent(row)) ?? [] }));
  if (shown.length === 0) return 0;
  const seqs = shown.map(({ seq }) => seq);
  const { rows: indexed } = await connection.query<IndexedRow>(SELECT_INDEXED, [room, seqs]);
  const known = new Map(indexed.map(row => [row.seq, row]));
  const changed = shown.flatMap(({ seq, keys }) => {
    const old = known.get(seq);
    return old && !isSame(old.keys, keys) ? [{ place: old.place, keys }] : [];
  });
  if (changed.length > 0)
    await connection.query(UPDATE, [
      changed.map(({ place }) => place),
      changed.map(({ keys }) => toArray(keys)),
    ]);
  const added = shown.filter(({ seq }) => !known.has(seq));
  if (added.length === 0) return 0;
  const places = await choosePlaces(
    connection,
    added.map(({ createdAt, seq }) => ({ createdAt, seq, room })),
  );
  const lists = added.map(({ keys }) => toArray(keys));
  await connection.query(INSERT, [room, part, places, added.map(({ seq }) => seq), lists]);
  return Math.max(...places);
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
      f."name" as "fileName", f."contentType", f."size", f."width", f."height", f."peaks", m."links", m."pinnedAt", m."deletedAt",
      m."notice", m."count"
    from (
      select n.*, count(*) over () as "count", coalesce(sum(octet_length(n."text")) over (
        order by n.${order} rows between unbounded preceding and 1 preceding
      ), 0) as "bytesBefore" from (
        select * from "messages" where "roomId" = $1 and ${condition} and "seq" >= ${trimmedBefore('$1')} order by ${order} limit ${MAX_MESSAGES}
      ) n
    ) m left join "files" f on f."id" = m."fileId" where m."bytesBefore" <= ${MAX_TEXT_BYTES} order by m.${order}`;
}

function isShown({ deletedAt, notice }: MessageRow): boolean {
  return deletedAt === null && notice === null;
}

/** Everything that the keys depend on. */
function toContent(row: MessageRow): string {
  const { seq, authorId, text, mentions, fileName } = row;
  return JSON.stringify([seq, authorId, text, mentions, fileName, listParts(row)]);
}

/** Those before one that has changed since the preparation. */
function takePrepared(rows: readonly MessageRow[], keys: PreparedKeys): readonly MessageRow[] {
  const end = rows.findIndex(row => isShown(row) && !keys.has(toContent(row)));
  return end === -1 ? rows : rows.slice(0, end);
}

function toKeyed(row: MessageRow): KeyedMessage {
  const { text, fileName, mentions, authorId } = row;
  return {
    terms: [...listTerms(text ?? ''), ...listTerms(fileName ?? '')],
    authorId,
    mentions: mentions === null ? [] : parseMentions(mentions).map(({ uid }) => uid),
    parts: listParts(row),
  };
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
