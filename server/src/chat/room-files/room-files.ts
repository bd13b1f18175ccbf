import {
  type CommandInput,
  type CommandOutput,
  MAX_LISTED_FILES,
  MAX_RESULT_BYTES,
  type Message,
} from '@snug/protocol';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { BoundedRows } from '../../limits/bounded-rows.ts';
import type { FileKind } from '../messages/file-listing.ts';
import { findMessages } from '../messages/message-lookup.ts';
import { trimmedBefore } from '../rooms/trimmed-log.ts';

interface Found {
  id: string;
  seq: number;
}

const MARGIN_BYTES = 100;
const FIRST = trimmedBefore('$1');

const selectFiles = prepared<[roomId: string, fileKind: FileKind, before: number, limit: number], Found>(
  `select "id", "seq" from "messages" indexed by "messages_files"
   where "roomId" = $1 and "fileKind" = $2 and "deletedAt" is null and "seq" < $3 and "seq" >= ${FIRST} order by "seq" desc limit $4`,
);
const selectLinks = prepared<[roomId: string, before: number, limit: number], Found>(
  `select "id", "seq" from "messages" indexed by "messages_links"
   where "roomId" = $1 and "links" = 1 and "deletedAt" is null and "seq" < $2 and "seq" >= ${FIRST} order by "seq" desc limit $3`,
);

/** Without a check of access. */
export async function readRoomFiles(
  db: Db,
  { roomId, kind, before = Number.MAX_SAFE_INTEGER }: CommandInput<'list_files'>,
): Promise<CommandOutput<'list_files'>> {
  const limit = MAX_LISTED_FILES + 1;
  const found =
    kind === 'link'
      ? await selectLinks(db, roomId, before, limit)
      : await selectFiles(db, roomId, kind, before, limit);
  const ids = found.slice(0, MAX_LISTED_FILES).map(({ id }) => id);
  const all = (await findMessages(db, roomId, ids)).filter(({ deletedAt }) => deletedAt === undefined);
  const fitting = new BoundedRows<Message>(MAX_RESULT_BYTES - MARGIN_BYTES);
  all.every(message => fitting.add(message));
  const messages = fitting.rows;
  const last = messages.at(-1);
  const isMore = messages.length < all.length || found.length === limit;
  return { messages, ...(isMore && last && { next: last.seq }) };
}
