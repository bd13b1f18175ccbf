import type {
  Db,
  FileTable,
  MemberTable,
  MessageTable,
  ReactionTable,
  RoomTable,
  SavedTable,
} from '@snug/server/db/schema.ts';
import type { Selectable } from 'kysely';

export type StoredMessage = Selectable<MessageTable>;

export interface StoredState {
  rooms: Selectable<RoomTable>[];
  /** With deleted ones; by room and seq. */
  messages: StoredMessage[];
  /** By `messageKey`. */
  byKey: Map<string, StoredMessage>;
  /** `<uid> <emoji>` by message key. */
  reactions: Map<string, Set<string>>;
  saved: Selectable<SavedTable>[];
  /** The uids of the admins by room id. */
  admins: Map<string, Set<string>>;
  files: Selectable<FileTable>[];
  writers: Selectable<MemberTable>[];
}

export async function readStored(db: Db): Promise<StoredState> {
  const messages = await db.selectFrom('messages').selectAll().orderBy('roomId').orderBy('seq').execute();
  const reactions: Selectable<ReactionTable>[] = await db.selectFrom('reactions').selectAll().execute();
  const members = await db.selectFrom('members').selectAll().execute();
  const admins = members.filter(({ role }) => role === 'admin');
  return {
    rooms: await db.selectFrom('rooms').selectAll().execute(),
    messages,
    byKey: new Map(messages.map(message => [messageKey(message.roomId, message.id), message])),
    reactions: groupValues(
      reactions.map(({ roomId, messageId, userId, emoji }) => [
        messageKey(roomId, messageId),
        `${userId} ${emoji}`,
      ]),
    ),
    saved: await db.selectFrom('saved').selectAll().execute(),
    admins: groupValues(admins.map(({ roomId, userId }) => [roomId, userId])),
    files: await db.selectFrom('files').selectAll().execute(),
    writers: members,
  };
}

/** Two rooms may have a message with the same id. */
export function messageKey(roomId: string, id: string | undefined): string {
  return `${roomId} ${id}`;
}

function groupValues(pairs: [key: string, value: string][]): Map<string, Set<string>> {
  const sets = new Map<string, Set<string>>();
  for (const [key, value] of pairs) sets.set(key, (sets.get(key) ?? new Set()).add(value));
  return sets;
}
