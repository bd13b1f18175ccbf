import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import { prepared } from '../db/prepared.ts';
import type { Db, FileTable, Schema } from '../db/schema.ts';
import { FILE_COLUMNS, type FileRow } from './file.ts';

/** An upload that was never sent is kept for this long, in ms, for one whose connection is gone for a while. */
const UNSENT_RETENTION_MS = 60 * 60_000;
/** An upload that was never sent counts for this long, in ms, against the number that its owner may have. */
const UNSENT_COUNTED_MS = 10 * 60_000;

export type StoredFile = FileRow & Pick<Selectable<FileTable>, 'key' | 'ownerId' | 'roomId' | 'state'>;

/** A file that is marked as deleted. */
export type DeletedFile = Pick<FileTable, 'id' | 'key'>;

const selectById = prepared<[id: string], StoredFile>(
  `select ${FILE_COLUMNS}, f."key" as "key", f."ownerId" as "ownerId", f."roomId" as "roomId",
   f."state" as "state"
   from "files" f where f."id" = $1`,
);
const selectUnsent = prepared<[ownerId: string, after: number], { id: string }>(
  `select "id" from "files" where "ownerId" = $1 and "createdAt" > $2 and "state" = 'unsent'`,
);

const selectTotalBytes = prepared<[ownerId: string], { bytes: number | string }>(
  `select coalesce(sum("size"), 0) as "bytes" from "files" where "ownerId" = $1 and "state" <> 'deleted'`,
);

/** In whatever state it is. */
export async function findFile(db: Db, id: string): Promise<StoredFile | undefined> {
  const [row] = await selectById(db, id);
  return row;
}

/** Whether a file is there, sent or not. */
export async function hasFile(db: Db, id: string): Promise<boolean> {
  const [row] = await selectById(db, id);
  return row !== undefined && row.state !== 'deleted';
}

/** The person's uploads that wait to be sent, without those that were forgotten. */
export async function listUnsent(db: Db, ownerId: string, now: number): Promise<string[]> {
  const rows = await selectUnsent(db, ownerId, now - UNSENT_COUNTED_MS);
  return rows.map(({ id }) => id);
}

/** How many bytes the person's files have together, sent or waiting. */
export async function countBytes(db: Db, ownerId: string): Promise<number> {
  const [row] = await selectTotalBytes(db, ownerId);
  // Some engines give sums as texts.
  return Number(row?.bytes ?? 0);
}

export async function insertFile(db: Db, file: Insertable<FileTable>): Promise<void> {
  await db.insertInto('files').values(file).execute();
}

/** Answers with the key of its bytes; undefined if the file is not in the state `from` any more. */
export async function changeState(
  db: Db,
  id: string,
  from: FileTable['state'],
  to: { state: 'sent'; roomId: string } | { state: 'deleted' },
): Promise<string | undefined> {
  const row = await db
    .updateTable('files')
    .set(to)
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('key')
    .executeTakeFirst();
  return row?.key;
}

/** Strikes out what is known of a file that nobody uses any more. */
export async function deleteFileRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('files').where('id', '=', id).where('state', '=', 'deleted').execute();
}

/** Marks as deleted what was uploaded long ago and never sent, at most `limit` files. Answers with how many there were. */
export async function expireUnsent(db: Db, now: number, limit: number): Promise<number> {
  const isExpired = (row: ExpressionBuilder<Schema, 'files'>) =>
    row.and([row('state', '=', 'unsent'), row('createdAt', '<', now - UNSENT_RETENTION_MS)]);
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ state: 'deleted' })
    .where('id', 'in', row => row.selectFrom('files').select('id').where(isExpired).limit(limit))
    // Again, for one that is sent at this moment.
    .where(isExpired)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

const selectDeleted = prepared<[after: string, limit: number], DeletedFile>(
  `select "id", "key" from "files" indexed by "files_deleted" where "state" = 'deleted' and "id" > $1 order by "id" limit $2`,
);

/** What is marked as deleted, and was not removed: `limit` files whose ids are above `after`, in their order. */
export function listDeleted(db: Db, after: string, limit: number): Promise<DeletedFile[]> {
  return selectDeleted(db, after, limit);
}
