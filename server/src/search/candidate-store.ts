import type { Selectable } from 'kysely';
import { trimmedBefore } from '../chat/rooms/trimmed-log.ts';
import { prepared, preparedIn } from '../db/prepared.ts';
import type { Db, MessageTable } from '../db/schema.ts';

/** What decides about a candidate: its current text, and what the filters are about. */
export interface CandidateRow
  extends Pick<
    Selectable<MessageTable>,
    | 'roomId'
    | 'seq'
    | 'id'
    | 'authorId'
    | 'createdAt'
    | 'changedSeq'
    | 'text'
    | 'fileKind'
    | 'links'
    | 'mentions'
    | 'mentionsRoom'
    | 'pinnedAt'
    | 'deletedAt'
    | 'notice'
  > {
  /** Null without a file, as all of these. */
  fileName: string | null;
  contentType: string | null;
  size: number | null;
  width: number | null;
  height: number | null;
  peaks: string | null;
}

const selectRows = preparedIn<[roomId: string], CandidateRow>(
  `select m."roomId" as "roomId", m."seq" as "seq", m."id" as "id", m."authorId" as "authorId", m."createdAt" as "createdAt",
     m."changedSeq" as "changedSeq", m."text" as "text", m."fileKind" as "fileKind", m."links" as "links", m."mentions" as "mentions",
     m."mentionsRoom" as "mentionsRoom", m."pinnedAt" as "pinnedAt", m."deletedAt" as "deletedAt", m."notice" as "notice",
     f."name" as "fileName", f."contentType" as "contentType", f."size" as "size", f."width" as "width", f."height" as "height",
     f."peaks" as "peaks"
   from "messages" m left join "files" f on f."id" = m."fileId" where m."roomId" = $1 and m."seq" in ($values)
     and m."seq" >= ${trimmedBefore('$1')}`,
);
const selectJoinedAt = preparedIn<[uid: string], { roomId: string; joinedAt: number | null }>(
  `select "roomId", "joinedAt" from "members" where "userId" = $1 and "roomId" in ($values) and "role" is not null`,
);

export interface MessagePlace {
  roomId: string;
  seq: number;
}

/** By `toKey` of the place, without a check of access. */
export async function readCandidates(
  db: Db,
  places: readonly MessagePlace[],
): Promise<ReadonlyMap<string, CandidateRow>> {
  const seqs = Map.groupBy(places, ({ roomId }) => roomId);
  const rows = await Promise.all(
    [...seqs].map(([roomId, some]) =>
      selectRows(
        db,
        some.map(({ seq }) => String(seq)),
        roomId,
      ),
    ),
  );
  return new Map(rows.flat().map(row => [toKey(row), row]));
}

export function toKey({ roomId, seq }: MessagePlace): string {
  return `${roomId} ${seq}`;
}

/** Of those of the rooms that the person is in; 0 if it is unknown. */
export async function readJoinedAt(
  db: Db,
  uid: string,
  roomIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await selectJoinedAt(db, roomIds, uid);
  return new Map(rows.map(({ roomId, joinedAt }) => [roomId, joinedAt ?? 0]));
}

export interface SavedPlace extends MessagePlace {
  createdAt: number;
}

/** Reads and sorts at most the 5,000 messages that a person saves. */
const selectSaved = prepared<
  [uid: string, createdAt: number, roomId: string, seq: number, after: number, only: string, limit: number],
  SavedPlace
>(
  `select m."roomId" as "roomId", m."seq" as "seq", m."createdAt" as "createdAt" from "saved" s
   join "messages" m on m."roomId" = s."roomId" and m."id" = s."messageId"
   where s."userId" = $1 and m."deletedAt" is null and m."seq" >= ${trimmedBefore('m."roomId"')} and (m."createdAt", m."roomId", m."seq") < ($2, $3, $4)
     and m."createdAt" >= $5 and ($6 = '' or s."roomId" = $6)
   order by m."createdAt" desc, m."roomId" desc, m."seq" desc limit $7`,
);

export interface SavedRange {
  /** Exclusive. */
  below: SavedPlace;
  /** Inclusive, of the time. */
  after: number;
  roomId: string | undefined;
}

/** Messages that the person has saved, the newest first, without a check of access. */
export function listSavedPlaces(
  db: Db,
  uid: string,
  { below, after, roomId = '' }: SavedRange,
  limit: number,
): Promise<SavedPlace[]> {
  return selectSaved(db, uid, below.createdAt, below.roomId, below.seq, after, roomId, limit);
}
