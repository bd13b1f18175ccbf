import type { ListedMention, MentionCursor } from '@snug/protocol';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

export interface MentionRef extends MentionCursor {
  kind: ListedMention['kind'];
  authorId: string;
}

const selectRefs = prepared<
  [uid: string, at: number, roomId: string, seq: number, limit: number],
  MentionRef
>(
  `select "at", "roomId", "seq", "kind", "authorId" from "mentions"
   where "userId" = $1 and ("at", "roomId", "seq") < ($2, $3, $4)
   order by "at" desc, "roomId" desc, "seq" desc limit $5`,
);

interface EveryoneRow extends MentionCursor {
  authorId: string;
  role: string | null;
  joinedAt: number | null;
  request: string | null;
}

// Without a condition on the role: the engine would read any number of messages for one of the person's rooms.
const selectToEveryone = prepared<
  [uid: string, at: number, roomId: string, seq: number, limit: number],
  EveryoneRow
>(
  `select m."createdAt" as "at", m."roomId" as "roomId", m."seq" as "seq", m."authorId" as "authorId",
     p."role" as "role", p."joinedAt" as "joinedAt", p."request" as "request"
   from "messages" m indexed by "messages_to_everyone_at"
   left join "members" p on p."roomId" = m."roomId" and p."userId" = $1
   where m."mentionsRoom" is not null and m."deletedAt" is null
     and (m."createdAt", m."roomId", m."seq") < ($2, $3, $4)
   order by m."createdAt" desc, m."roomId" desc, m."seq" desc limit $5`,
);
const selectBlocked = preparedIn<[uid: string], { blockedId: string }>(
  `select "blockedId" from "blocks" where "userId" = $1 and "blockedId" in ($values)`,
);

/** Mentions of everyone, in any room, that one page looks at. */
const MAX_EXAMINED = 200;

const NEWEST: MentionCursor = { at: Number.MAX_SAFE_INTEGER, roomId: '', seq: 0 };

/** At most `limit`, newest first, without a check of access. `next`: the end, if there may be more. */
export async function listMentionRefs(
  db: Db,
  uid: string,
  before: MentionCursor = NEWEST,
  limit: number,
): Promise<{ refs: readonly MentionRef[]; next: MentionCursor | undefined }> {
  const from = [uid, before.at, before.roomId, before.seq] as const;
  const own = await selectRefs(db, ...from, limit + 1);
  const toEveryone = await selectToEveryone(db, ...from, MAX_EXAMINED);
  const ends = [
    own.length > limit ? own.at(-1) : undefined,
    toEveryone.length === MAX_EXAMINED ? toEveryone.at(-1) : undefined,
  ].filter(end => end !== undefined);
  const [end] = ends.toSorted(compareNewestFirst);
  const known = new Set(own.map(toKey));
  const others = toEveryone.filter(row => concerns(row, uid) && !known.has(toKey(row)));
  const refs = [...own, ...others.map(toRef)]
    .toSorted(compareNewestFirst)
    .filter(ref => !end || compareNewestFirst(ref, end) <= 0);
  const page = refs.slice(0, limit);
  const last = refs.length > limit ? page.at(-1) : end;
  return { refs: page, next: last && { at: last.at, roomId: last.roomId, seq: last.seq } };
}

/** One's own messages do not mention oneself, and neither do those from before one joined. */
function concerns({ authorId, role, joinedAt, request, at }: EveryoneRow, uid: string): boolean {
  return authorId !== uid && role !== null && request === null && at >= (joinedAt ?? 0);
}

function toRef({ at, roomId, seq, authorId }: EveryoneRow): MentionRef {
  return { at, roomId, seq, authorId, kind: 'everyone' };
}

function toKey({ roomId, seq }: MentionCursor): string {
  return `${roomId} ${seq}`;
}

function compareNewestFirst(a: MentionCursor, b: MentionCursor): number {
  if (a.at !== b.at) return b.at - a.at;
  if (a.roomId !== b.roomId) return a.roomId < b.roomId ? 1 : -1;
  return b.seq - a.seq;
}

/** Those of the people whom the person has blocked. */
export async function findBlocked(
  db: Db,
  uid: string,
  others: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = others.length > 0 ? await selectBlocked(db, others, uid) : [];
  return new Set(rows.map(({ blockedId }) => blockedId));
}
