import type { Readable } from 'node:stream';
import type { Person } from '@snug/protocol';
import { preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { FILE_COLUMNS, type FileRow } from '../../files/file.ts';
import type { FileStorage } from '../../files/storage/storage.ts';
import { readPeopleByUid } from '../../people/profiles/person.ts';
import type { LineSource } from '../format/line-source.ts';
import type { FileLine } from '../format/lines.ts';
import { toFileLine } from '../rows/file-lines.ts';
import { readDatabase } from '../rows/read-database.ts';

/** A room, and what its messages name. */
export interface RoomPageSource {
  room: { name: string; description: string };
  messages: () => ReturnType<LineSource['messages']>;
  /** By their ids, without unknown people. */
  findPeople: (uids: readonly string[]) => Promise<ReadonlyMap<string, Person>>;
  /** By their ids, without files that are gone. */
  findFiles: (ids: readonly string[]) => Promise<ReadonlyMap<string, FileLine>>;
  openFile: (id: string) => Promise<Readable | undefined>;
}

const selectFiles = preparedIn<[roomId: string], FileRow>(
  `select ${FILE_COLUMNS} from "files" f where f."id" in ($values) and f."roomId" = $1 and f."state" = 'sent'`,
);

export function readRoomForPages(
  read: Db,
  storage: FileStorage,
  room: RoomPageSource['room'] & { id: string },
): RoomPageSource {
  const lines = readDatabase(read, storage, { rooms: [room.id] });
  return {
    room,
    messages: () => lines.messages(room.id),
    async findPeople(uids) {
      return readPeopleByUid(read, uids);
    },
    async findFiles(ids) {
      if (ids.length === 0) return new Map();
      const rows = await selectFiles(read, ids, room.id);
      return new Map(rows.map(row => [row.fileId, toFileLine(row)]));
    },
    openFile: id => lines.openFile(id),
  };
}
