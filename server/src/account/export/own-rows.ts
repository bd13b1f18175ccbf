import type { Selectable } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { EmojiTable } from '../../db/schema.ts';
import { filterKnown } from '../../people/profiles/access.ts';
import { type ExportSource, toTime } from './export-source.ts';
import { PAGE_SIZE, readPages } from './pages.ts';

interface ReactionRow {
  roomId: string;
  messageId: string;
  emoji: string;
}

interface ConversationRow {
  roomId: string;
  rootId: string;
  follows: number | null;
  seq: number;
  at: number;
}

interface ReportRow {
  at: number;
  roomId: string;
  messageId: string;
  reason: string | null;
}

interface InviteRow {
  id: string;
  roomIds: string;
  maxUses: number;
  uses: number;
  createdAt: number;
  expiresAt: number;
  revokedAt: number | null;
}

type EmojiRow = Pick<Selectable<EmojiTable>, 'name' | 'key' | 'at' | 'deletedAt'>;

const selectCursors = prepared<[uid: string, after: string, limit: number], { roomId: string; seq: number }>(
  `select "roomId", "seq" from "reads" where "userId" = $1 and "roomId" > $2 order by "roomId" limit $3`,
);
const selectConversations = prepared<
  [uid: string, roomId: string, rootId: string, limit: number],
  ConversationRow
>(
  `select "roomId", "rootId", "follows", "seq", "at" from "own_conversations"
   where "userId" = $1 and ("roomId", "rootId") > ($2, $3) order by "roomId", "rootId" limit $4`,
);
const selectReactions = prepared<
  [uid: string, roomId: string, messageId: string, emoji: string, limit: number],
  ReactionRow
>(
  `select "roomId", "messageId", "emoji" from "reactions" indexed by "reactions_person"
   where "userId" = $1 and ("roomId", "messageId", "emoji") > ($2, $3, $4)
   order by "roomId", "messageId", "emoji" limit $5`,
);
const selectBlocks = prepared<[uid: string, after: string, limit: number], { uid: string; name: string }>(
  `select b."blockedId" as "uid", u."name" as "name" from "blocks" b join "users" u on u."id" = b."blockedId"
   where b."userId" = $1 and b."blockedId" > $2 order by b."blockedId" limit $3`,
);
// The index has no order, and a person has few open reports.
const selectReports = prepared<[uid: string, limit: number], ReportRow>(
  `select "at", "roomId", "messageId", "reason" from "reports" where "reporterId" = $1 limit $2`,
);
const selectEmoji = prepared<[uid: string, after: string, limit: number], EmojiRow>(
  `select "name", "key", "at", "deletedAt" from "emoji" where "addedBy" = $1 and "name" > $2 order by "name" limit $3`,
);
const selectInvites = prepared<[uid: string, after: string, limit: number], InviteRow>(
  `select "id", "roomIds", "maxUses", "uses", "createdAt", "expiresAt", "revokedAt" from "invites"
   where "createdBy" = $1 and "id" > $2 order by "id" limit $3`,
);

export function exportCursors({ read, uid }: ExportSource): AsyncGenerator<readonly object[]> {
  return readPages<{ roomId: string; seq: number }>(last =>
    selectCursors(read, uid, last?.roomId ?? '', PAGE_SIZE),
  );
}

export async function* exportConversations({ read, uid }: ExportSource): AsyncGenerator<readonly object[]> {
  const pages = readPages<ConversationRow>(last =>
    selectConversations(read, uid, last?.roomId ?? '', last?.rootId ?? '', PAGE_SIZE),
  );
  for await (const rows of pages)
    yield rows.map(({ roomId, rootId, follows, seq, at }) => ({
      roomId,
      rootId,
      follows: follows !== null,
      seq,
      at: toTime(at),
    }));
}

export function exportReactions({ read, uid }: ExportSource): AsyncGenerator<readonly object[]> {
  return readPages<ReactionRow>(last =>
    selectReactions(read, uid, last?.roomId ?? '', last?.messageId ?? '', last?.emoji ?? '', PAGE_SIZE),
  );
}

/** With the names of those whom the person may see. */
export async function* exportBlocks({ read, uid, guest }: ExportSource): AsyncGenerator<readonly object[]> {
  const pages = readPages<{ uid: string; name: string }>(last =>
    selectBlocks(read, uid, last?.uid ?? '', PAGE_SIZE),
  );
  for await (const rows of pages) {
    const uids = rows.map(row => row.uid);
    const known = new Set(await filterKnown(read, { uid, guest }, uids));
    yield rows.map(row => (known.has(row.uid) ? row : { uid: row.uid }));
  }
}

/** Without the copies of other people's messages. */
export async function* exportReports({ read, uid }: ExportSource): AsyncGenerator<readonly object[]> {
  const rows = await selectReports(read, uid, PAGE_SIZE);
  yield rows.map(({ at, roomId, messageId, reason }) => ({
    at: toTime(at),
    roomId,
    messageId,
    ...(reason !== null && { reason }),
  }));
}

export async function* exportEmoji({ read, uid }: ExportSource): AsyncGenerator<readonly object[]> {
  const pages = readPages<EmojiRow>(last => selectEmoji(read, uid, last?.name ?? '', PAGE_SIZE));
  for await (const rows of pages)
    yield rows.map(({ name, key, at, deletedAt }) => ({
      name,
      key,
      at: toTime(at),
      ...(deletedAt !== null && { deletedAt: toTime(deletedAt) }),
    }));
}

export async function* exportInvites({ read, uid }: ExportSource): AsyncGenerator<readonly object[]> {
  const pages = readPages<InviteRow>(last => selectInvites(read, uid, last?.id ?? '', PAGE_SIZE));
  for await (const rows of pages) yield rows.map(presentInvite);
}

function presentInvite({ id, roomIds, maxUses, uses, createdAt, expiresAt, revokedAt }: InviteRow): object {
  return {
    id,
    roomIds: roomIds === '' ? [] : roomIds.split(' '),
    maxUses,
    uses,
    createdAt: toTime(createdAt),
    expiresAt: toTime(expiresAt),
    ...(revokedAt !== null && { revokedAt: toTime(revokedAt) }),
  };
}
