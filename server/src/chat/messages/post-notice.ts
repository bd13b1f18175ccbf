import type { Message } from '@snug/protocol';
import type { MutationContext, Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { accessSelf } from '../../people/profiles/access.ts';
import { appendToLog } from '../rooms/room-store.ts';
import { countMessage, findMessageCount } from '../rooms/room-writers-store.ts';
import { insertMessage } from './message-store.ts';
import { toSentResult } from './messages.ts';

/** A message that the server posts in a person's name. The caller holds the room's lock. */
export async function postNotice(
  db: Db,
  call: MutationContext,
  authorId: string,
  { id, roomId, text, notice }: Pick<Message, 'id' | 'roomId' | 'text' | 'notice'>,
): Promise<Publication[]> {
  const author = await accessSelf(db, authorId);
  const { seq, incarnation, at } = await appendToLog(db, roomId, call, { isMessage: true });
  const message: Message = { id, roomId, seq, changedSeq: seq, author, createdAt: at, text, notice };
  await insertMessage(db, message);
  const count = await findMessageCount(db, roomId, authorId);
  await countMessage(db, { roomId, uid: authorId, seq }, count);
  return toSentResult(message, incarnation).publications;
}
