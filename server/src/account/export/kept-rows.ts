import { MAX_PINS } from '@snug/protocol';
import { isPinKept, trimmedBefore } from '../../chat/rooms/trimmed-log.ts';
import { prepared, preparedIn } from '../../db/prepared.ts';
import { type ExportSource, findReadableRooms, toTime } from './export-source.ts';
import { listOwnRooms } from './own-rooms.ts';
import { PAGE_SIZE, readPages } from './pages.ts';

/** A message of anyone; nulls if it is deleted. */
interface OtherMessage {
  roomId: string;
  text: string | null;
  createdAt: number | null;
  authorId: string | null;
  authorName: string | null;
}

interface SavedRow extends OtherMessage {
  messageId: string;
  savedAt: number;
  remindAt: number | null;
}

interface MentionRow extends OtherMessage {
  messageId: string;
  seq: number;
  kind: string;
}

const OTHER = `m."text" as "text", m."createdAt" as "createdAt", m."authorId" as "authorId", u."name" as "authorName"`;

const selectSaved = prepared<[uid: string, roomId: string, messageId: string, limit: number], SavedRow>(
  `select s."roomId" as "roomId", s."messageId" as "messageId", s."savedAt" as "savedAt", s."remindAt" as "remindAt", ${OTHER}
   from "saved" s left join "messages" m on m."roomId" = s."roomId" and m."id" = s."messageId" and m."deletedAt" is null
     and m."seq" >= ${trimmedBefore('m."roomId"')}
     left join "users" u on u."id" = m."authorId"
   where s."userId" = $1 and (s."roomId", s."messageId") > ($2, $3) order by s."roomId", s."messageId" limit $4`,
);
const selectMentions = prepared<[uid: string, roomId: string, seq: number, limit: number], MentionRow>(
  `select n."roomId" as "roomId", n."seq" as "seq", n."kind" as "kind", m."id" as "messageId", ${OTHER}
   from "mentions" n join "messages" m on m."roomId" = n."roomId" and m."seq" = n."seq" and m."deletedAt" is null
     and m."seq" >= ${trimmedBefore('m."roomId"')}
     join "users" u on u."id" = m."authorId"
   where n."userId" = $1 and (n."roomId", n."seq") > ($2, $3) order by n."roomId", n."seq" limit $4`,
);
const selectPins = preparedIn<[uid: string], { roomId: string; messageId: string; pinnedAt: number }>(
  `select p."roomId" as "roomId", p."id" as "messageId", p."pinnedAt" as "pinnedAt"
   from "messages" p indexed by "messages_pinned" join "rooms" r on r."id" = p."roomId"
   where p."pinnedBy" = $1 and p."pinnedAt" is not null and p."deletedAt" is null and p."roomId" in ($values) and ${isPinKept('p', 'r')}`,
);

/** Without the message if the person may no longer read it. */
export async function* exportSaved(source: ExportSource): AsyncGenerator<readonly object[]> {
  const { read, uid } = source;
  const pages = readPages<SavedRow>(last =>
    selectSaved(read, uid, last?.roomId ?? '', last?.messageId ?? '', PAGE_SIZE),
  );
  for await (const rows of pages) {
    const readable = await findReadableRooms(source, rows);
    yield rows.map(row => ({
      roomId: row.roomId,
      messageId: row.messageId,
      savedAt: toTime(row.savedAt),
      ...(row.remindAt !== null && { remindAt: toTime(row.remindAt) }),
      ...(readable.has(row.roomId) && presentOther(row)),
    }));
  }
}

/** Only those that the person may read. */
export async function* exportMentions(source: ExportSource): AsyncGenerator<readonly object[]> {
  const { read, uid } = source;
  const pages = readPages<MentionRow>(last =>
    selectMentions(read, uid, last?.roomId ?? '', last?.seq ?? 0, PAGE_SIZE),
  );
  for await (const rows of pages) {
    const readable = await findReadableRooms(source, rows);
    const shown = rows.filter(({ roomId }) => readable.has(roomId));
    yield shown.map(row => ({
      roomId: row.roomId,
      messageId: row.messageId,
      kind: row.kind,
      ...presentOther(row),
    }));
  }
}

function presentOther({ text, createdAt, authorId, authorName }: OtherMessage): object {
  if (createdAt === null) return {};
  const author = { uid: authorId, name: authorName };
  return { at: toTime(createdAt), author, ...(text !== null && { text }) };
}

/** Rooms of one statement: each has at most `MAX_PINS` pins. */
const ROOMS_AT_ONCE = Math.floor(PAGE_SIZE / MAX_PINS);

/** Only members of a room pin its messages. */
export async function* exportPins(source: ExportSource): AsyncGenerator<readonly object[]> {
  for await (const rooms of listOwnRooms(source))
    for (let from = 0; from < rooms.length; from += ROOMS_AT_ONCE) {
      const roomIds = rooms.slice(from, from + ROOMS_AT_ONCE).map(({ roomId }) => roomId);
      const rows = await selectPins(source.read, roomIds, source.uid);
      yield rows.map(({ pinnedAt, ...row }) => ({ ...row, pinnedAt: toTime(pinnedAt) }));
    }
}
