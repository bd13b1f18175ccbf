import { MAX_LISTED_PEOPLE } from '@snug/protocol';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { trimmedBefore } from './trimmed-log.ts';

/** Writers are the authors of so many of a room's newest messages. */
const RECENT_MESSAGES = 1_000;

const selectMessageCount = prepared<[roomId: string, uid: string], { messageCount: number }>(
  `select "messageCount" from "members" where "roomId" = $1 and "userId" = $2`,
);
const insertWriter = prepared<[roomId: string, uid: string, seq: number], never>(
  `insert into "members" ("roomId", "userId", "messageCount", "lastSeq") values ($1, $2, 1, $3)`,
);
const incrementMessageCount = prepared<[seq: number, roomId: string, uid: string], never>(
  `update "members" set "messageCount" = "messageCount" + 1, "lastSeq" = $1 where "roomId" = $2 and "userId" = $3`,
);
const lowerMessageCount = prepared<[count: number, roomId: string, uid: string], { messageCount: number }>(
  `update "members" set "messageCount" = "messageCount" - $1 where "roomId" = $2 and "userId" = $3
   returning "messageCount"`,
);
const adjustWriterCount = prepared<[difference: number, roomId: string], never>(
  `update "rooms" set "writerCount" = "writerCount" + $1 where "id" = $2`,
);
const selectWriterCount = prepared<[roomId: string], { writerCount: number }>(
  `select "writerCount" from "rooms" where "id" = $1`,
);
const selectRecentAuthors = prepared<[roomId: string, limit: number], { authorId: string }>(
  `select "authorId" from "messages" indexed by "messages_live"
   where "roomId" = $1 and "seq" >= ${trimmedBefore('$1')} and "deletedAt" is null order by "seq" desc limit $2`,
);

/** Of the messages of the person in the room. Null if they have no row. */
export async function findMessageCount(db: Db, roomId: string, uid: string): Promise<number | null> {
  const [row] = await selectMessageCount(db, roomId, uid);
  return row?.messageCount ?? null;
}

/** `before`: what `findMessageCount` returned under the room's lock. */
export async function countMessage(
  db: Db,
  { roomId, uid, seq }: { roomId: string; uid: string; seq: number },
  before: number | null,
): Promise<void> {
  if (before === null) await insertWriter(db, roomId, uid, seq);
  else await incrementMessageCount(db, seq, roomId, uid);
  if ((before ?? 0) === 0) await adjustWriterCount(db, 1, roomId);
}

/** After `count` messages of the person are gone. */
export async function uncountMessages(db: Db, roomId: string, uid: string, count: number): Promise<void> {
  const [row] = await lowerMessageCount(db, count, roomId, uid);
  if (row?.messageCount === 0) await adjustWriterCount(db, -1, roomId);
}

/** The authors of the newest messages, the latest author first, and the number of authors of all existing messages. */
export async function listWriters(
  db: Db,
  roomId: string,
): Promise<{ writers: string[]; writerCount: number }> {
  const authors = new Set<string>();
  for (const { authorId } of await selectRecentAuthors(db, roomId, RECENT_MESSAGES)) {
    authors.add(authorId);
    if (authors.size === MAX_LISTED_PEOPLE) break;
  }
  const [room] = await selectWriterCount(db, roomId);
  return { writers: [...authors], writerCount: room?.writerCount ?? 0 };
}
