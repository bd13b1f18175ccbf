import { CommandError, MAX_QUOTE_LENGTH, type Person, type Reply } from '@snug/protocol';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { PERSON_COLUMNS, type PersonRow, presentPerson } from '../../people/profiles/person.ts';
import { trimmedBefore } from '../rooms/trimmed-log.ts';
import { countConversation } from './message-store.ts';
import { toTrimmedReply } from './reply.ts';

/** What a new reply answers. */
export interface Answered {
  reply: Reply;
  rootId: string;
  /** The stored number of replies of the conversation; undefined without one. */
  replies: number | undefined;
  /** Whether the author of the new reply follows the conversation. */
  follows: boolean;
}

interface AnsweredRow extends PersonRow {
  seq: number;
  rootId: string | null;
  text: string | null;
  file: string | null;
  deletedAt: number | null;
  replies: number | null;
  follows: number | null;
}

// One statement, because each costs the writer as much as its search.
const selectAnswered = prepared<[roomId: string, id: string, uid: string], AnsweredRow>(
  `select m."seq" as "seq", m."rootId" as "rootId", substr(m."text", 1, ${MAX_QUOTE_LENGTH}) as "text", f."name" as "file",
     m."deletedAt" as "deletedAt", c."count" as "replies", o."follows" as "follows", ${PERSON_COLUMNS}
   from "messages" m join "users" u on u."id" = m."authorId" left join "files" f on f."id" = m."fileId"
   left join "reply_counts" c on c."roomId" = $1 and c."rootId" = coalesce(m."rootId", m."id")
   left join "own_conversations" o on o."userId" = $3 and o."roomId" = $1 and o."rootId" = coalesce(m."rootId", m."id")
   where m."roomId" = $1 and m."id" = $2 and m."seq" >= ${trimmedBefore('$1')}`,
);

/** `author`: of the reply. Their access to the room is checked, and its lock is held. Throws `not_found`. */
export async function findAnswered(db: Db, author: Person, roomId: string, id: string): Promise<Answered> {
  const [row] = await selectAnswered(db, roomId, id, author.uid);
  if (row)
    return {
      reply: presentSource(id, row),
      rootId: row.rootId ?? id,
      replies: row.replies ?? undefined,
      follows: row.follows !== null,
    };
  const rootId = await findTrimmedRoot(db, roomId, id);
  return { reply: toTrimmedReply(id, author), rootId, replies: undefined, follows: false };
}

function presentSource(id: string, { seq, text, file, deletedAt, ...person }: AnsweredRow): Reply {
  const author = presentPerson(person);
  if (deletedAt !== null) return { id, seq, author, deleted: true };
  return { id, seq, author, ...(text !== null && { text }), ...(file !== null && { file }) };
}

/** The first message of a conversation can be trimmed, and have later replies. Throws `not_found`. */
export async function findTrimmedRoot(db: Db, roomId: string, id: string): Promise<string> {
  const conversation = await countConversation(db, { roomId, rootId: id });
  if (!conversation?.count) throw new CommandError('not_found');
  return id;
}
