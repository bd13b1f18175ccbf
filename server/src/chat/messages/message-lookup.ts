import type { Message } from '@snug/protocol';
import { preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { addMentioned } from '../mentions/message-mentions.ts';
import { MESSAGE_COLUMNS, MESSAGE_JOINS, type MessageRow, presentMessage } from './message-row.ts';

const selectByIds = preparedIn<[roomId: string], MessageRow>(
  `select ${MESSAGE_COLUMNS} from "messages" m ${MESSAGE_JOINS} where m."roomId" = $1 and m."id" in ($values)`,
);

/** In the order of the ids, without unknown ones. Also deleted messages. */
export async function findMessages(
  db: Db,
  roomId: string,
  ids: readonly string[],
): Promise<readonly Message[]> {
  const rows = new Map((await selectByIds(db, ids, roomId)).map(row => [row.id, row]));
  const found = ids.flatMap(id => rows.get(id) ?? []);
  return addMentioned(db, found.map(presentMessage));
}
