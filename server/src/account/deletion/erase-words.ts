import { eraseStored } from '../../chat/messages/deletion.ts';
import { findMessage } from '../../chat/messages/message-store.ts';
import type { MutationContext, Publication } from '../../db/mutation.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

/** Rows of one transaction that are examined, and messages that it erases. */
const MAX_EXAMINED = 500;
const MAX_ERASED = 50;

const selectLive = prepared<[roomId: string, after: number, limit: number], { seq: number; uid: string }>(
  `select "seq", "authorId" as "uid" from "messages" indexed by "messages_live"
   where "roomId" = $1 and "seq" > $2 and "deletedAt" is null order by "seq" limit $3`,
);
const selectId = prepared<[roomId: string, seq: number], { id: string }>(
  `select "id" from "messages" where "roomId" = $1 and "seq" = $2`,
);
const selectMessageCount = prepared<[roomId: string, uid: string], { messageCount: number }>(
  `select "messageCount" from "members" where "roomId" = $1 and "userId" = $2`,
);

/** Erases some messages of a person as their deletions would. `seq`: continue after it; undefined if none are left. */
export async function eraseWords(
  db: Db,
  call: MutationContext,
  { roomId, uid, after }: { roomId: string; uid: string; after: number },
): Promise<{ publications: Publication[]; seq: number | undefined }> {
  const publications: Publication[] = [];
  const [member] = await selectMessageCount(db, roomId, uid);
  let left = member?.messageCount ?? 0;
  const rows = left > 0 ? await selectLive(db, roomId, after, MAX_EXAMINED) : [];
  let erased = 0;
  for (const { seq, uid: authorId } of rows) {
    if (authorId !== uid) continue;
    publications.push(...(await eraseAt(db, call, roomId, seq)));
    left--;
    if (++erased === MAX_ERASED) return { publications, seq: left > 0 ? seq : undefined };
  }
  return { publications, seq: left > 0 ? rows.at(-1)?.seq : undefined };
}

async function eraseAt(db: Db, call: MutationContext, roomId: string, seq: number): Promise<Publication[]> {
  const [row] = await selectId(db, roomId, seq);
  const message = row && (await findMessage(db, roomId, row.id));
  return message ? (await eraseStored(db, call, message)).publications : [];
}
