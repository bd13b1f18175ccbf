import { PAGE_SIZE, readPages } from '../../account/export/pages.ts';
import { isFileKept } from '../../chat/rooms/trimmed-log.ts';
import { prepared } from '../../db/prepared.ts';
import { FILE_COLUMNS, type FileRow } from '../../files/file.ts';
import type { FileLine } from '../format/lines.ts';
import { listPictures } from './pictures.ts';
import { readRoomRows } from './room-rows.ts';
import { type RowSource, toFlag } from './scope.ts';

/** `from`: the earliest time of the message. Not as `exists`: for that, PostgreSQL can read all later messages for each page. */
const sentFrom = (from: string) =>
  `(${from} = cast(0 as bigint) or (select max(e."createdAt") from "messages" e where e."fileId" = f."id") >= ${from})`;

// In the order of the key: from the rooms or an index of states, an engine would sort all files for each page.
const selectPage = prepared<[after: string, limit: number, openOnly: number, from: number], FileRow>(
  `select ${FILE_COLUMNS} from "files" f where f."id" > $1 and f."state" || '' = 'sent' and ${sentFrom('$4')} and exists (
     select 1 from "rooms" r where r."id" = f."roomId" and r."deletedAt" is null and ($3 = 0 or r."kind" = 'open')
       and ${isFileKept('f', 'r')})
   order by f."id" limit $2`,
);
const selectPageOfRoom = prepared<[after: string, limit: number, roomId: string, from: number], FileRow>(
  `select ${FILE_COLUMNS} from "files" f indexed by "files_counted" join "rooms" r on r."id" = f."roomId"
   where f."roomId" = $3 and f."id" > $1 and f."state" = 'sent' and ${isFileKept('f', 'r')} and ${sentFrom('$4')}
   order by f."id" limit $2`,
);
const selectStored = prepared<[id: string], { key: string; roomId: string; kind: string }>(
  `select f."key" as "key", r."id" as "roomId", r."kind" as "kind" from "files" f join "rooms" r on r."id" = f."roomId" and r."deletedAt" is null
   where f."id" = $1 and f."state" = 'sent'`,
);

/** Files of messages, then pictures of people, of emoji and of the logo. */
export async function* readFileLines(source: RowSource): AsyncGenerator<readonly FileLine[]> {
  for await (const rows of readSentFiles(source)) yield rows.map(toFileLine);
  for await (const pictures of listPictures(source)) yield pictures.map(({ line }) => line);
}

function readSentFiles(source: RowSource): AsyncGenerator<readonly FileRow[]> {
  const { read, scope } = source;
  if (scope.rooms !== undefined) return readFilesOfRooms(source);
  return readPages(last =>
    selectPage(read, last?.fileId ?? '', PAGE_SIZE, toFlag(scope.openOnly), scope.since ?? 0),
  );
}

async function* readFilesOfRooms(source: RowSource): AsyncGenerator<readonly FileRow[]> {
  const { read, scope } = source;
  const since = scope.since ?? 0;
  for await (const rooms of readRoomRows(source))
    for (const { id } of rooms)
      yield* readPages<FileRow>(last => selectPageOfRoom(read, last?.fileId ?? '', PAGE_SIZE, id, since));
}

export function toFileLine(row: FileRow): FileLine {
  const { fileId: id, fileName: name, contentType, size, width, height, duration, peaks } = row;
  return {
    id,
    name,
    contentType,
    size,
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    ...(duration !== null && { duration }),
    ...(peaks !== null && { peaks: JSON.parse(peaks) as number[] }),
  };
}

/** The key of a sent file in the storage; undefined outside of the scope. */
export async function findFileKey({ read, scope }: RowSource, id: string): Promise<string | undefined> {
  const [row] = await selectStored(read, id);
  if (!row) return undefined;
  if (scope.openOnly === true && row.kind !== 'open') return undefined;
  return scope.rooms === undefined || scope.rooms.includes(row.roomId) ? row.key : undefined;
}
