import { CommandError, type CommandInput, MAX_RESULT_BYTES, type Message } from '@snug/protocol';
import type { Actor } from '../../db/mutation.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { BoundedRows } from '../../limits/bounded-rows.ts';
import type { RoomAccess } from '../rooms/room-access-store.ts';
import { afterTrimmed } from '../rooms/trimmed-log.ts';
import { accessMessage } from './access.ts';
import { addFittingMessage, readPage, readPageAfter } from './message-store.ts';
import { type LogTime, searchLog } from './search-log.ts';

const MAX_PAGE_BYTES = MAX_RESULT_BYTES - 200;

const selectLiveAfter = prepared<[roomId: string, seq: number], LogTime>(
  `select m."seq" as "seq", m."createdAt" as "createdAt" from "messages" m indexed by "messages_live"
   where m."roomId" = $1 and m."seq" > ${afterTrimmed('$2', '$1')} and m."deletedAt" is null order by m."seq" limit 1`,
);

interface HistoryPage {
  messages: Message[];
  hasOlder: boolean;
  hasNewer: boolean;
}

/** The page for `get_messages`, of a room whose log is at `seq`. Throws `not_found`. */
export async function readHistory(
  db: Db,
  actor: Actor,
  { seq, trimmedBefore }: Pick<RoomAccess, 'seq' | 'trimmedBefore'>,
  { roomId, before, after, around, at, limit }: CommandInput<'get_messages'>,
): Promise<HistoryPage> {
  if (typeof around === 'number') return readAround(db, roomId, around, limit);
  if (around !== undefined)
    return readAround(db, roomId, await findMessageSeq(db, actor, roomId, around), limit);
  const found = at === undefined ? undefined : await findSeqAt(db, roomId, at, seq);
  if (found !== undefined) return readAround(db, roomId, found, limit);
  if (after !== undefined) {
    const page = await readPageAfter(db, roomId, after, limit, MAX_PAGE_BYTES);
    return { ...page, hasOlder: after >= (trimmedBefore ?? 1) };
  }
  const end = before ?? Number.MAX_SAFE_INTEGER;
  return { ...(await readPage(db, roomId, end, limit, MAX_PAGE_BYTES)), hasNewer: end <= seq };
}

async function readAround(db: Db, roomId: string, seq: number, limit: number): Promise<HistoryPage> {
  const newerLimit = Math.floor((limit - 1) / 2);
  const older = await readPage(db, roomId, seq + 1, limit - newerLimit, MAX_PAGE_BYTES);
  const newer = await readPageAfter(db, roomId, seq, newerLimit, MAX_PAGE_BYTES);
  const fitting = new BoundedRows<Message>(MAX_PAGE_BYTES);
  interleaveOutwards(older.messages, newer.messages).every(message => addFittingMessage(fitting, message));
  const messages = fitting.rows.toSorted((a, b) => a.seq - b.seq);
  const [oldest] = older.messages;
  return {
    messages,
    hasOlder: older.hasOlder || (oldest !== undefined && messages[0]?.seq !== oldest.seq),
    hasNewer: newer.hasNewer || !isLast(messages, newer.messages),
  };
}

/** From the last of the older and the first of the newer messages outwards, one of each side in turn. */
function interleaveOutwards(older: readonly Message[], newer: readonly Message[]): Message[] {
  const nearest = older.toReversed();
  const length = Math.max(older.length, newer.length);
  return Array.from({ length }, (_, index) => [nearest[index], newer[index]])
    .flat()
    .filter(message => message !== undefined);
}

function isLast(messages: readonly Message[], newer: readonly Message[]): boolean {
  const last = newer.at(-1);
  return last === undefined || messages.at(-1)?.seq === last.seq;
}

async function findMessageSeq(db: Db, actor: Actor, roomId: string, messageId: string): Promise<number> {
  const message = await accessMessage(db, actor, roomId, messageId);
  if (message.deletedAt !== undefined && !message.removed) throw new CommandError('not_found');
  return message.seq;
}

/** The seq of the first message at the time `at` or later. */
export async function findSeqAt(
  db: Db,
  roomId: string,
  at: number,
  lastSeq: number,
): Promise<number | undefined> {
  const findFrom = async (seq: number) => (await selectLiveAfter(db, roomId, seq - 1))[0];
  return (await searchLog([1, lastSeq + 1], at, findFrom)).next?.seq;
}
