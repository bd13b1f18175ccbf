import { sql } from 'kysely';
import { type IncarnationStart, isInHistory, listIncarnations } from '../../chat/rooms/room-incarnations.ts';
import { afterTrimmed, trimmedBefore } from '../../chat/rooms/trimmed-log.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import type { IndexedRow } from './message-terms.ts';

/** Of one step. */
const [MAX_ROWS, MAX_CHARACTERS] = [200, 256_000];
/** Small, because the rows after the last fitting one are read for nothing. */
const ROWS_PER_READ = 50;
/** Changes of one step that may have replaced a message. */
const MAX_EXAMINED = 5_000;

export interface SourceRoom {
  id: string;
  kind: 'open' | 'private' | 'direct';
  seq: number;
  incarnation: string;
  changedAt: number;
  deletedAt: number | null;
  trimmedBefore: number | null;
}

const ROOM = `select "id", "kind", "seq", "incarnation", "changedAt", "deletedAt", "trimmedBefore" from "rooms"`;
const FIRST = trimmedBefore('$1');
const ROW = `m."seq" as "seq", m."changedSeq" as "changedSeq", m."createdAt" as "createdAt", m."authorId" as "authorId",
  m."text" as "text", m."mentions" as "mentions", m."pinnedAt" as "pinnedAt", m."deletedAt" as "deletedAt", m."notice" as "notice",
  m."fileKind" as "fileKind", m."links" as "links", f."name" as "fileName", f."contentType" as "contentType", f."size" as "size",
  f."width" as "width", f."height" as "height", f."peaks" as "peaks"`;

const selectRoom = prepared<[id: string], SourceRoom>(`${ROOM} where "id" = $1`);
const selectRoomsAfter = prepared<[id: string, limit: number], SourceRoom>(
  `${ROOM} where "id" > $1 order by "id" limit $2`,
);
const selectChanged = prepared<[roomId: string, after: number, limit: number], IndexedRow>(
  `select ${ROW} from "messages" m left join "files" f on f."id" = m."fileId"
   where m."roomId" = $1 and m."changedSeq" > ${afterTrimmed('$2', '$1')} and m."seq" >= ${FIRST} order by m."changedSeq" limit $3`,
);
const selectBelow = prepared<[roomId: string, seq: number, limit: number], IndexedRow>(
  `select ${ROW} from "messages" m indexed by "messages_live" left join "files" f on f."id" = m."fileId"
   where m."roomId" = $1 and m."seq" < $2 and m."seq" >= ${FIRST} and m."deletedAt" is null order by m."seq" desc limit $3`,
);

interface ReplacedRow extends IndexedRow {
  revision: number | null;
}

/** Of messages that are indexed, and have changed since. The inner query needs no row of another message. */
const selectReplaced = prepared<
  [roomId: string, after: number, end: number, indexed: number, limit: number],
  ReplacedRow
>(
  `select ${ROW}, m."revision" as "revision" from "messages" m left join "files" f on f."id" = m."fileId" where m."roomId" = $1 and m."seq" in (
     select "seq" from "messages" where "roomId" = $1 and "changedSeq" > $2 and "changedSeq" <= $3 and +"seq" <= $4
     order by "changedSeq" limit $5)`,
);

export interface SourceRows {
  rows: IndexedRow[];
  hasMore: boolean;
}

interface RoomLog {
  /** Undefined if it is deleted. */
  room: SourceRoom | undefined;
  /** Whether the log still contains the position of the index. */
  isContinued: boolean;
}

export interface RoomChanges extends RoomLog, SourceRows {
  /** The newest one first. */
  incarnations: readonly IncarnationStart[];
}

export interface ReplacedRows extends RoomLog {
  rows: IndexedRow[];
  /** The seq up to which the changes are examined. */
  end: number;
}

export interface LogPosition {
  seq: number;
  incarnation: string;
}

export function findIncarnation(incarnations: readonly IncarnationStart[], seq: number): string {
  return incarnations.find(({ firstSeq }) => firstSeq <= seq)?.incarnation ?? '';
}

/** The rooms and messages that an index follows. */
export class MessageSource {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  listRooms(after: string, limit: number): Promise<SourceRoom[]> {
    return selectRoomsAfter(this.#db, after, limit);
  }

  async findRoom(id: string): Promise<SourceRoom | undefined> {
    const [room] = await selectRoom(this.#db, id);
    return room?.deletedAt === null ? room : undefined;
  }

  readChanges(id: string, position: LogPosition): Promise<RoomChanges> {
    return this.#readAtOnce(async () => {
      const log = await this.#readLog(id, position);
      if (!log.isContinued) return { ...log, rows: [], hasMore: false, incarnations: [] };
      const read = (after: number, limit: number) => selectChanged(this.#db, id, after, limit);
      const rows = await readFitting(read, position.seq, 'changedSeq');
      return { ...log, ...rows, incarnations: await listIncarnations(this.#db, id) };
    });
  }

  /** Messages below `position` whose words were replaced after the seq `after`. Reactions and pins replace none. */
  readReplaced(id: string, position: LogPosition, after: number): Promise<ReplacedRows> {
    return this.#readAtOnce(async () => {
      const log = await this.#readLog(id, position);
      if (!log.isContinued) return { ...log, rows: [], end: after };
      const last = Math.min(after + MAX_EXAMINED, log.room?.seq ?? after);
      const rows = await selectReplaced(this.#db, id, after, last, position.seq, ROWS_PER_READ);
      const isCut = rows.length === ROWS_PER_READ;
      const end = isCut ? Math.max(...rows.map(({ changedSeq }) => changedSeq)) : last;
      return { ...log, rows: rows.filter(isReplaced), end };
    });
  }

  /** Live messages, the newest first. */
  readBelow(id: string, seq: number): Promise<SourceRows> {
    return readFitting((below, limit) => selectBelow(this.#db, id, below, limit), seq, 'seq');
  }

  async #readLog(id: string, position: LogPosition): Promise<RoomLog> {
    const room = await this.findRoom(id);
    return { room, isContinued: room !== undefined && (await this.#isContinued(room, position)) };
  }

  async #isContinued(room: SourceRoom, position: LogPosition): Promise<boolean> {
    if (position.seq > room.seq) return false;
    // Nothing is indexed before the first change.
    return position.seq === 0 || isInHistory(this.#db, room.id, position);
  }

  /** As of one time. */
  async #readAtOnce<Result>(read: () => Promise<Result>): Promise<Result> {
    await sql`begin`.execute(this.#db);
    try {
      return await read();
    } finally {
      await sql`commit`.execute(this.#db);
    }
  }
}

function isReplaced({ deletedAt, revision }: ReplacedRow): boolean {
  return deletedAt !== null || (revision ?? 0) > 0;
}

async function readFitting(
  read: (from: number, limit: number) => Promise<IndexedRow[]>,
  from: number,
  column: 'seq' | 'changedSeq',
): Promise<SourceRows> {
  const rows: IndexedRow[] = [];
  let characters = 0;
  for (let next = from; ; ) {
    const some = await read(next, ROWS_PER_READ);
    for (const row of some) {
      if (rows.length === MAX_ROWS || characters > MAX_CHARACTERS) return { rows, hasMore: true };
      rows.push(row);
      characters += row.text?.length ?? 0;
    }
    if (some.length < ROWS_PER_READ) return { rows, hasMore: false };
    next = some.at(-1)?.[column] ?? next;
  }
}
