import { CommandError, type CommandInput, type Message } from '@snug/protocol';
import { accessMessage } from '../access.ts';
import type { Db } from '../db/schema.ts';
import { readPage, readPageAfter } from './message-store.ts';

interface HistoryPage {
  messages: Message[];
  /** Whether there may be more on either side. */
  hasOlder: boolean;
  hasNewer: boolean;
}

/** The page that `get_messages` asks for, of a room whose log is at `seq`. Throws `not_found`. */
export async function readHistory(
  db: Db,
  uid: string,
  seq: number,
  { roomId, before, after, around, limit }: CommandInput<'get_messages'>,
): Promise<HistoryPage> {
  if (around !== undefined) return readAround(db, roomId, await placeOf(db, uid, roomId, around), limit);
  if (after !== undefined) {
    return { ...(await readPageAfter(db, roomId, after, limit)), hasOlder: after > 0 };
  }
  const end = before ?? Number.MAX_SAFE_INTEGER;
  return { ...(await readPage(db, roomId, end, limit)), hasNewer: end <= seq };
}

async function readAround(db: Db, roomId: string, seq: number, limit: number): Promise<HistoryPage> {
  const newerLimit = Math.floor((limit - 1) / 2);
  const older = await readPage(db, roomId, seq + 1, limit - newerLimit);
  const newer = await readPageAfter(db, roomId, seq, newerLimit);
  return { ...older, ...newer, messages: [...older.messages, ...newer.messages] };
}

async function placeOf(db: Db, uid: string, roomId: string, messageId: string): Promise<number> {
  const message = await accessMessage(db, uid, messageId);
  if (message.roomId !== roomId || message.deletedAt !== undefined) throw new CommandError('not_found');
  return message.seq;
}
