import { parseMentions } from '../../chat/mentions/message-mentions.ts';
import { trimmedBefore } from '../../chat/rooms/trimmed-log.ts';
import { prepared } from '../../db/prepared.ts';
import { FILE_COLUMNS, type FileRow } from '../../files/file.ts';
import { getFilePath } from './entry-names.ts';
import { type ExportSource, toTime } from './export-source.ts';
import { listOwnRooms, type OwnRoomRow } from './own-rooms.ts';

/** Long texts: few rows of one page. */
const PAGE_SIZE = 100;
/** Messages of everyone in a room, which one statement looks through in an index. */
const WINDOW = 5_000;

type MessageRow = {
  id: string;
  seq: number;
  createdAt: number;
  editedAt: number | null;
  text: string | null;
  replyTo: string | null;
  mentions: string | null;
} & ({ [Key in keyof FileRow]: null } | FileRow);

// An index by author would add a write to each message, and the index of live messages contains the author.
const selectPage = prepared<
  [roomId: string, after: number, end: number, uid: string, limit: number],
  MessageRow
>(
  `select m."id" as "id", m."seq" as "seq", m."createdAt" as "createdAt", m."editedAt" as "editedAt", m."text" as "text",
     m."replyTo" as "replyTo", m."mentions" as "mentions", ${FILE_COLUMNS}
   from "messages" m indexed by "messages_live" left join "files" f on f."id" = m."fileId"
   where m."roomId" = $1 and m."seq" > $2 and m."seq" <= $3 and m."seq" >= ${trimmedBefore('$1')} and m."authorId" = $4 and m."deletedAt" is null
   order by m."seq" limit $5`,
);

/** Also in rooms that the person may no longer read. */
export async function* exportMessages(source: ExportSource): AsyncGenerator<readonly object[]> {
  for await (const rooms of listOwnRooms(source))
    for (const room of rooms) if (room.messageCount > 0) yield* exportRoom(source, room);
}

async function* exportRoom(
  { read, uid }: ExportSource,
  { roomId, messageCount, lastSeq }: OwnRoomRow,
): AsyncGenerator<readonly object[]> {
  let left = messageCount;
  let after = 0;
  while (left > 0 && after < (lastSeq ?? 0)) {
    const end = after + WINDOW;
    const rows = await selectPage(read, roomId, after, end, uid, PAGE_SIZE);
    yield rows.map(row => presentMessage(roomId, row));
    left -= rows.length;
    after = rows.length === PAGE_SIZE ? (rows.at(-1)?.seq ?? end) : end;
  }
}

function presentMessage(roomId: string, row: MessageRow): object {
  const { id, createdAt, editedAt, text, replyTo, mentions } = row;
  return {
    roomId,
    id,
    at: toTime(createdAt),
    ...(editedAt !== null && { editedAt: toTime(editedAt) }),
    ...(text !== null && { text }),
    ...(mentions !== null && { mentions: parseMentions(mentions) }),
    ...(replyTo !== null && { replyTo }),
    ...(row.fileId !== null && { file: presentFile(row) }),
  };
}

function presentFile({ fileId, fileName, contentType, size }: FileRow): object {
  return { name: fileName, contentType, size, path: getFilePath(fileId, fileName) };
}
