import { isFileKept } from '../../chat/rooms/trimmed-log.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { type ExportSource } from './export-source.ts';
import { PAGE_SIZE, readPages } from './pages.ts';

export interface OwnFileRow {
  id: string;
  key: string;
  name: string;
  createdAt: number;
}

const selectPage = prepared<[uid: string, after: string, limit: number], OwnFileRow>(
  `select f."id" as "id", f."key" as "key", f."name" as "name", f."createdAt" as "createdAt"
   from "files" f indexed by "files_sent" join "rooms" r on r."id" = f."roomId" and r."deletedAt" is null
   where f."ownerId" = $1 and f."state" = 'sent' and f."id" > $2 and ${isFileKept('f', 'r')} order by f."id" limit $3`,
);
const selectTotals = prepared<[uid: string, limit: number], { count: number; bytes: number | string }>(
  `select count(*) as "count", coalesce(sum("size"), 0) as "bytes" from (
     select "size" from "files" indexed by "files_owner" where "ownerId" = $1 and "state" = 'sent' limit $2) as "counted"`,
);
const selectMessageTotal = prepared<[uid: string, limit: number], { count: number | string }>(
  `select coalesce(sum("messageCount"), 0) as "count" from (
     select "messageCount" from "members" where "userId" = $1 limit $2) as "counted"`,
);

/** The files that the person sent. */
export function listOwnFiles({ read, uid }: ExportSource): AsyncGenerator<readonly OwnFileRow[]> {
  return readPages(last => selectPage(read, uid, last?.id ?? '', PAGE_SIZE));
}

/** Files that are counted: a person with more gets so many, and "more". */
const MAX_COUNTED_FILES = 10_000;
/** A person is a member of at most 1,000, and leaves others. */
const MAX_COUNTED_ROOMS = 5_000;

export interface DataSize {
  messages: number;
  files: number;
  /** Of the counted files. */
  bytes: number;
  /** Whether there are more files than counted. */
  hasMore: boolean;
}

export async function measureData(db: Db, uid: string): Promise<DataSize> {
  const [messages] = await selectMessageTotal(db, uid, MAX_COUNTED_ROOMS);
  const [files] = await selectTotals(db, uid, MAX_COUNTED_FILES);
  const count = files?.count ?? 0;
  // Some engines return sums as strings.
  return {
    messages: Number(messages?.count ?? 0),
    files: count,
    bytes: Number(files?.bytes ?? 0),
    hasMore: count === MAX_COUNTED_FILES,
  };
}
