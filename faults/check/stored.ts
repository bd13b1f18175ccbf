import type { Db, FileTable, MessageTable, ReactionTable, SavedTable } from '@snug/server/db/schema.ts';
import { readStoredReads, type StoredReads } from '@snug/testkit/stored-reads.ts';
import type { Selectable } from 'kysely';

export type StoredMessage = Selectable<MessageTable>;

export interface StoredState extends StoredReads {
  /** By `messageKey`. */
  byKey: Map<string, StoredMessage>;
  /** `<uid> <emoji>` by message key. */
  reactions: Map<string, Set<string>>;
  saved: Selectable<SavedTable>[];
  /** The uids of the admins by room id. */
  admins: Map<string, Set<string>>;
  files: Selectable<FileTable>[];
}

export async function readStored(db: Db): Promise<StoredState> {
  const reads = await readStoredReads(db);
  const { messages, members } = reads;
  const reactions: Selectable<ReactionTable>[] = await db.selectFrom('reactions').selectAll().execute();
  const admins = members.filter(({ role }) => role === 'admin');
  return {
    ...reads,
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
