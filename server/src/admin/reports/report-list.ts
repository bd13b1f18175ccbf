import {
  type CommandInput,
  type CommandOutput,
  type ListedRoom,
  MAX_LISTED_REPORTS,
  MAX_RESULT_BYTES,
  type Person,
  type Report,
} from '@snug/protocol';
import { accessRooms } from '../../chat/rooms/access.ts';
import { readListedRooms } from '../../chat/rooms/room-rows.ts';
import type { Actor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { type FileRow, presentFile } from '../../files/file.ts';
import { BoundedRows } from '../../limits/bounded-rows.ts';
import { readPeopleByUid } from '../../people/profiles/person.ts';
import { type ListedReportRow, readReportRows } from './report-store.ts';

const MAX_LIST_BYTES = MAX_RESULT_BYTES - 200;

/** Without a check whether the caller may read reports. */
export async function listReports(
  db: Db,
  caller: Actor,
  { before, oldestFirst }: CommandInput<'list_reports'>,
): Promise<CommandOutput<'list_reports'>> {
  const found = await readReportRows(db, before, oldestFirst, MAX_LISTED_REPORTS + 1);
  const rows = found.slice(0, MAX_LISTED_REPORTS);
  const uids = rows.flatMap(({ reporterId, authorId }) => [reporterId, authorId]);
  const people = await readPeopleByUid(db, uids);
  const readable = await accessRooms(db, caller, [...new Set(rows.map(({ roomId }) => roomId))]);
  const rooms = new Map((await readListedRooms(db, [...readable.keys()])).map(room => [room.id, room]));
  const fitting = new BoundedRows<Report>(MAX_LIST_BYTES);
  let last: ListedReportRow | undefined;
  for (const row of rows) {
    const report = present(row, people, rooms.get(row.roomId));
    if (report && !fitting.add(report)) break;
    last = row;
  }
  const next = last && last !== found.at(-1) && { at: last.at, id: last.id };
  return { reports: fitting.rows, ...(next && { next }) };
}

/** Undefined if one of the people has no account any more. */
function present(
  row: ListedReportRow,
  people: ReadonlyMap<string, Person>,
  room: ListedRoom | undefined,
): Report | undefined {
  const { id, at, reason, messageId, sentAt: createdAt, text, sentFileName: fileName } = row;
  const [reporter, author] = [people.get(row.reporterId), people.get(row.authorId)];
  if (!reporter || !author) return undefined;
  return {
    id,
    at,
    reporter,
    ...(reason !== null && { reason }),
    message: {
      id: messageId,
      author,
      createdAt,
      ...(text !== null && { text }),
      ...(fileName !== null && { fileName }),
      ...(row.fileId !== null && { file: presentFile(row as FileRow) }),
    },
    ...(room && { room: { id: room.id, ...(room.kind && { kind: room.kind }), name: room.name } }),
  };
}
