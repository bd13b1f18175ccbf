import { MAX_QUOTE_LENGTH, type Person, type Reply } from '@snug/protocol';
import { parseStoredTime } from '../../db/stored-time.ts';
import { type PersonRow, presentPerson } from '../../people/profiles/person.ts';
import { TRIMMED_SEQ, trimmedBefore } from '../rooms/trimmed-log.ts';

export interface ReplyRow extends PersonRow {
  replyTo: string | null;
  /** Null if the source is trimmed, like the others. */
  replyId: string | null;
  replySeq: number | null;
  replyText: string | null;
  replyFile: string | null;
  replyDeletedAt: number | null;
  replyUid: string | null;
  replyName: string | null;
  replyAvatar: string | null;
  replyJoinedAt: string | null;
  replyVersion: number | null;
  replyOwner: string | null;
}

// Joins the source instead of copying it: an edited source shows its new text, and a deleted one shows none.
export const REPLY_COLUMNS = `m."replyTo" as "replyTo", q."id" as "replyId", q."seq" as "replySeq",
  substr(q."text", 1, ${MAX_QUOTE_LENGTH}) as "replyText", qf."name" as "replyFile",
  q."deletedAt" as "replyDeletedAt", qu."id" as "replyUid", qu."name" as "replyName", qu."avatar" as "replyAvatar",
  qu."createdAt" as "replyJoinedAt", qu."version" as "replyVersion", qu."ownerId" as "replyOwner"`;
export const REPLY_JOINS = `left join "messages" q on q."roomId" = m."roomId" and q."id" = m."replyTo"
    and q."seq" >= ${trimmedBefore('m."roomId"')}
  left join "users" qu on qu."id" = q."authorId" left join "files" qf on qf."id" = q."fileId"`;

export function presentReply(row: ReplyRow): Reply | undefined {
  const { replyId: id, replySeq: seq, replyUid: uid, replyJoinedAt, replyAvatar } = row;
  if (id === null || seq === null || uid === null || replyJoinedAt === null) return presentTrimmed(row);
  const author = {
    uid,
    name: row.replyName ?? '',
    ...(replyAvatar !== null && { avatar: replyAvatar }),
    createdAt: parseStoredTime(replyJoinedAt),
    version: row.replyVersion ?? 1,
    ...(row.replyOwner !== null && { bot: true as const }),
  };
  if (row.replyDeletedAt !== null) return { id, seq, author, deleted: true };
  return {
    id,
    seq,
    author,
    ...(row.replyText !== null && { text: row.replyText }),
    ...(row.replyFile !== null && { file: row.replyFile }),
  };
}

function presentTrimmed(row: ReplyRow): Reply | undefined {
  return row.replyTo === null ? undefined : toTrimmedReply(row.replyTo, presentPerson(row));
}

/** Only the id of a trimmed source is known. No client shows the author of a deleted one, so `author` can be that of the reply. */
export function toTrimmedReply(id: string, author: Person): Reply {
  return { id, seq: TRIMMED_SEQ, author, deleted: true };
}
