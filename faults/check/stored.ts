import type { Selectable } from 'kysely';
import type {
  Db,
  FileTable,
  LikeTable,
  MessageTable,
  RoomPersonTable,
  RoomTable,
} from '../../server/src/db/schema.ts';

export type StoredMessage = Selectable<MessageTable>;

/** What the database says, row by row. */
export interface Stored {
  rooms: Selectable<RoomTable>[];
  /** Deleted ones, too; by room and seq. */
  messages: StoredMessage[];
  /** By `messageKey`. */
  byKey: Map<string, StoredMessage>;
  /** The uids of those who like a message, by its key. */
  likes: Map<string, Set<string>>;
  /** The uids of the admins, by the id of the room. */
  admins: Map<string, Set<string>>;
  files: Selectable<FileTable>[];
  writers: Selectable<RoomPersonTable>[];
}

export async function readStored(db: Db): Promise<Stored> {
  const messages = await db.selectFrom('messages').selectAll().orderBy('roomId').orderBy('seq').execute();
  const likes: Selectable<LikeTable>[] = await db.selectFrom('likes').selectAll().execute();
  const admins = await db.selectFrom('room_admins').selectAll().execute();
  return {
    rooms: await db.selectFrom('rooms').selectAll().execute(),
    messages,
    byKey: new Map(messages.map(message => [messageKey(message.roomId, message.id), message])),
    likes: gather(likes.map(({ roomId, messageId, userId }) => [messageKey(roomId, messageId), userId])),
    admins: gather(admins.map(({ roomId, userId }) => [roomId, userId])),
    files: await db.selectFrom('files').selectAll().execute(),
    writers: await db.selectFrom('room_people').selectAll().execute(),
  };
}

/** Two rooms may have a message of the same id. */
export function messageKey(roomId: string, id: string | undefined): string {
  return `${roomId} ${id}`;
}

function gather(pairs: [key: string, value: string][]): Map<string, Set<string>> {
  const sets = new Map<string, Set<string>>();
  for (const [key, value] of pairs) sets.set(key, (sets.get(key) ?? new Set()).add(value));
  return sets;
}
