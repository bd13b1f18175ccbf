import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import { prepared } from '../db/prepared.ts';
import type { Db, FileTable, Schema } from '../db/schema.ts';
import { FILE_COLUMNS, type FileRow } from './file.ts';

/** How long an unsent upload is kept: five large files may take hours, and are sent together after the last one. */
const UNSENT_RETENTION_MS = 24 * 60 * 60_000;
/** How long an unsent upload counts against its owner's limit. */
const UNSENT_COUNTED_MS = 10 * 60_000;

export type StoredFile = FileRow &
  Pick<Selectable<FileTable>, 'key' | 'ownerId' | 'roomId' | 'state' | 'createdAt'>;

export type DeletedFile = Pick<FileTable, 'id' | 'key'>;

const selectById = prepared<[id: string], StoredFile>(
  `select ${FILE_COLUMNS}, f."key" as "key", f."ownerId" as "ownerId", f."roomId" as "roomId",
   f."state" as "state", f."createdAt" as "createdAt"
   from "files" f where f."id" = $1`,
);
const selectUnsent = prepared<[ownerId: string, after: number], { id: string }>(
  `select "id" from "files" where "ownerId" = $1 and "createdAt" > $2 and "state" = 'unsent'`,
);

const selectTotalBytes = prepared<[ownerId: string], { bytes: number | string }>(
  `select coalesce(sum("size"), 0) as "bytes" from "files" where "ownerId" = $1 and "state" <> 'deleted' and "imported" is null`,
);

/** In any state. */
export async function findFile(db: Db, id: string): Promise<StoredFile | undefined> {
  const [row] = await selectById(db, id);
  return row;
}

export async function hasFile(db: Db, id: string): Promise<boolean> {
  const [row] = await selectById(db, id);
  return row !== undefined && row.state !== 'deleted';
}

/** The person's unsent uploads that count against the limit. */
export async function listUnsent(db: Db, ownerId: string, now: number): Promise<string[]> {
  const rows = await selectUnsent(db, ownerId, now - UNSENT_COUNTED_MS);
  return rows.map(({ id }) => id);
}

/** Of the files that count towards the person's quota. */
export async function countBytes(db: Db, ownerId: string): Promise<number> {
  const [row] = await selectTotalBytes(db, ownerId);
  // Some engines return sums as strings.
  return Number(row?.bytes ?? 0);
}

export async function insertFile(db: Db, file: Insertable<FileTable>): Promise<void> {
  await db.insertInto('files').values(file).execute();
}

/** Returns the key of the bytes; undefined if the file is no longer in the state `from`. */
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

export async function deleteFileRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('files').where('id', '=', id).where('state', '=', 'deleted').execute();
}

/** At most `limit`. Returns their number. */
export async function expireUnsent(db: Db, now: number, limit: number): Promise<number> {
  const isExpired = (row: ExpressionBuilder<Schema, 'files'>) =>
    row.and([row('state', '=', 'unsent'), row('createdAt', '<', now - UNSENT_RETENTION_MS)]);
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ state: 'deleted' })
    .where('id', 'in', row => row.selectFrom('files').select('id').where(isExpired).limit(limit))
    // Checked again, because an upload may be sent at this moment.
    .where(isExpired)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

const selectDeleted = prepared<[after: string, limit: number], DeletedFile>(
  `select "id", "key" from "files" indexed by "files_deleted" where "state" = 'deleted' and "id" > $1 order by "id" limit $2`,
);

/** Files that are marked as deleted but not yet removed: the first `limit` ids above `after`. */
export function listDeleted(db: Db, after: string, limit: number): Promise<DeletedFile[]> {
  return selectDeleted(db, after, limit);
}
