import type { ReportCursor } from '@snug/protocol';
import type { Selectable } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { Db, ReportTable } from '../../db/schema.ts';
import { FILE_COLUMNS, type FileRow } from '../../files/file.ts';

export type ReportRow = Selectable<ReportTable>;
/** The file is missing if the message has none any more. */
export type ListedReportRow = ReportRow & { [Key in keyof FileRow]: FileRow[Key] | null };

const insert = prepared<
  [
    at: number,
    id: string,
    reporterId: string,
    roomId: string,
    messageId: string,
    authorId: string,
    sentAt: number,
    text: string | null,
    sentFile: string | null,
    sentFileName: string | null,
    reason: string | null,
  ],
  never
>(
  `insert into "reports" ("at", "id", "reporterId", "roomId", "messageId", "authorId", "sentAt", "text", "sentFile",
     "sentFileName", "reason") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
);
const selectById = prepared<[id: string], Pick<ReportRow, 'roomId' | 'messageId' | 'authorId'>>(
  `select "roomId", "messageId", "authorId" from "reports" where "id" = $1`,
);
const selectOwn = prepared<[roomId: string, messageId: string, uid: string], { id: string }>(
  `select "id" from "reports" where "roomId" = $1 and "messageId" = $2 and "reporterId" = $3`,
);
const countByMessage = prepared<[roomId: string, messageId: string, limit: number], { count: number }>(
  `select count(*) as "count" from (
     select 1 from "reports" where "roomId" = $1 and "messageId" = $2 limit $3) as "first"`,
);
const countByReporter = prepared<[uid: string, limit: number], { count: number }>(
  `select count(*) as "count" from (select 1 from "reports" where "reporterId" = $1 limit $2) as "first"`,
);
const selectFirst = prepared<[limit: number], { count: number }>(
  `select count(*) as "count" from (select 1 from "reports" where "at" > 0 limit $1) as "first"`,
);
const LISTED = `select r."at" as "at", r."id" as "id", r."reporterId" as "reporterId", r."roomId" as "roomId",
     r."messageId" as "messageId", r."authorId" as "authorId", r."sentAt" as "sentAt", r."text" as "text",
     r."sentFile" as "sentFile", r."sentFileName" as "sentFileName", r."reason" as "reason", ${FILE_COLUMNS}
   from "reports" r left join "files" f on f."id" = r."sentFile" and f."state" = 'sent'`;
const selectBefore = prepared<[at: number, id: string, limit: number], ListedReportRow>(
  `${LISTED} where (r."at", r."id") < ($1, $2) order by r."at" desc, r."id" desc limit $3`,
);
const selectAfter = prepared<[at: number, id: string, limit: number], ListedReportRow>(
  `${LISTED} where (r."at", r."id") > ($1, $2) order by r."at", r."id" limit $3`,
);
const selectByFile = prepared<[fileId: string], { id: string }>(
  `select "id" from "reports" where "sentFile" = $1 limit 1`,
);
const deleteByMessage = prepared<[roomId: string, messageId: string], never>(
  `delete from "reports" where "roomId" = $1 and "messageId" = $2`,
);
const deleteBefore = prepared<[before: number, limit: number], { id: string }>(
  `delete from "reports" where ("at", "id") in (
     select "at", "id" from "reports" where "at" < $1 order by "at", "id" limit $2) returning "id"`,
);

const START: ReportCursor = { at: 0, id: '' };
const END: ReportCursor = { at: Number.MAX_SAFE_INTEGER, id: '' };

export async function insertReport(db: Db, row: ReportRow): Promise<void> {
  const { at, id, reporterId, roomId, messageId, authorId, sentAt } = row;
  const content = [row.text, row.sentFile, row.sentFileName, row.reason] as const;
  await insert(db, at, id, reporterId, roomId, messageId, authorId, sentAt, ...content);
}

export async function findReport(
  db: Db,
  id: string,
): Promise<Pick<ReportRow, 'roomId' | 'messageId' | 'authorId'> | undefined> {
  return (await selectById(db, id))[0];
}

export async function hasReported(db: Db, roomId: string, messageId: string, uid: string): Promise<boolean> {
  return (await selectOwn(db, roomId, messageId, uid)).length > 0;
}

/** At most `limit`, as the other counts. */
export async function countOfMessage(
  db: Db,
  roomId: string,
  messageId: string,
  limit: number,
): Promise<number> {
  return (await countByMessage(db, roomId, messageId, limit))[0]?.count ?? 0;
}

export async function countOfReporter(db: Db, uid: string, limit: number): Promise<number> {
  return (await countByReporter(db, uid, limit))[0]?.count ?? 0;
}

export async function countReports(db: Db, limit: number): Promise<number> {
  return (await selectFirst(db, limit))[0]?.count ?? 0;
}

export function readReportRows(
  db: Db,
  cursor: ReportCursor | undefined,
  oldestFirst: boolean,
  limit: number,
): Promise<ListedReportRow[]> {
  const { at, id } = cursor ?? (oldestFirst ? START : END);
  return (oldestFirst ? selectAfter : selectBefore)(db, at, id, limit);
}

export async function isReportedFile(db: Db, fileId: string): Promise<boolean> {
  return (await selectByFile(db, fileId)).length > 0;
}

export async function deleteReportsOf(db: Db, roomId: string, messageId: string): Promise<void> {
  await deleteByMessage(db, roomId, messageId);
}

/** Returns the number of deleted rows. */
export async function deleteReportsBefore(db: Db, before: number, limit: number): Promise<number> {
  return (await deleteBefore(db, before, limit)).length;
}
