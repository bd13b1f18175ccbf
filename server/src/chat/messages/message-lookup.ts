import type { Message } from '@snug/protocol';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { addMentioned } from '../mentions/message-mentions.ts';
import { isPinKept, trimmedBefore } from '../rooms/trimmed-log.ts';
import { MESSAGE_COLUMNS, MESSAGE_JOINS, type MessageRow, presentMessage } from './message-row.ts';

const selectByIds = preparedIn<[roomId: string], MessageRow>(
  // Without its name, two ids are enough for a scan of the whole room.
  `select ${MESSAGE_COLUMNS} from "messages" m indexed by "messages_id" ${MESSAGE_JOINS}
   where m."roomId" = $1 and m."id" in ($values) and m."seq" >= ${trimmedBefore('$1')}`,
);

const selectPinned = preparedIn<[roomId: string], MessageRow>(
  `select ${MESSAGE_COLUMNS} from "messages" m indexed by "messages_id" ${MESSAGE_JOINS} join "rooms" r on r."id" = m."roomId"
   where m."roomId" = $1 and m."id" in ($values) and m."pinnedAt" is not null and ${isPinKept('m', 'r')}`,
);

const selectTrimmed = prepared<[roomId: string, id: string], MessageRow>(
  `select ${MESSAGE_COLUMNS} from "messages" m ${MESSAGE_JOINS}
   where m."roomId" = $1 and m."id" = $2 and m."seq" < ${trimmedBefore('$1')}`,
);

/** A message that a trim took and whose row is still to be erased, without its content, as a message that was deleted at `now`. */
export async function findTrimmedMessage(
  db: Db,
  { roomId, id, now }: { roomId: string; id: string; now: number },
): Promise<Message | undefined> {
  const [row] = await selectTrimmed(db, roomId, id);
  if (!row) return undefined;
  const { seq, changedSeq, author, createdAt } = presentMessage(row);
  return { id, roomId, seq, changedSeq, author, createdAt, deletedAt: now };
}

/** In the order of the ids, without unknown ones. Also deleted messages. */
export async function findMessages(
  db: Db,
  roomId: string,
  ids: readonly string[],
): Promise<readonly Message[]> {
  return present(db, ids, await selectByIds(db, ids, roomId));
}

/** Like `findMessages`, of pinned ones, also of those that a trim left only there. */
export async function findPinned(
  db: Db,
  roomId: string,
  ids: readonly string[],
): Promise<readonly Message[]> {
  return present(db, ids, await selectPinned(db, ids, roomId));
}

async function present(
  db: Db,
  ids: readonly string[],
  found: readonly MessageRow[],
): Promise<readonly Message[]> {
  const rows = new Map(found.map(row => [row.id, row]));
  const known = ids.flatMap(id => rows.get(id) ?? []);
  return addMentioned(db, known.map(presentMessage));
}
