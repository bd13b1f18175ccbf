import { CommandError, type Message, type Room } from '@snug/protocol';
import { requireFound } from '../../base/require-found.ts';
import type { Actor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { accessModeratedRoom, accessRoom, accessRoomIfAny, isInScope } from '../rooms/access.ts';
import { findMessage } from './message-store.ts';

/** Also returns deleted messages. Throws `not_found`. */
export async function accessMessage(db: Db, actor: Actor, roomId: string, id: string): Promise<Message> {
  await accessRoom(db, actor, roomId);
  return requireFound(await findMessage(db, roomId, id));
}

/** For editing and deletion. Throws `not_found` and `forbidden`. */
export async function accessMessageAsAuthor(
  db: Db,
  actor: Actor,
  roomId: string,
  id: string,
): Promise<Message> {
  const message = await accessMessage(db, actor, roomId, id);
  if (message.author.uid !== actor.uid)
    throw new CommandError('forbidden', 'Only its author can change a message');
  return requireWritten(message);
}

/** For removal by an admin of the room, or by a workspace admin in an open room. Throws `not_found` and `forbidden`. */
export async function accessMessageAsModerator(
  db: Db,
  actor: Actor,
  roomId: string,
  id: string,
): Promise<{ message: Message; room: Room }> {
  const { room } = await accessModeratedRoom(db, actor, roomId);
  return { message: requireWritten(requireFound(await findMessage(db, roomId, id))), room };
}

/** The server posted a notice so that everyone in the room can read it. */
function requireWritten(message: Message): Message {
  if (message.notice) throw new CommandError('forbidden', 'Nobody can change a notice');
  return message;
}

/** The message that the person sent under this id earlier, even if they may no longer write. Throws `id_taken` and `not_found`. */
export async function accessMessageAsSender(
  db: Db,
  actor: Actor,
  roomId: string,
  id: string,
): Promise<Message> {
  if (!isInScope(actor.scope, roomId)) throw new CommandError('not_found');
  const message = requireFound(await findMessage(db, roomId, id));
  const access = await accessRoomIfAny(db, actor, roomId);
  if (message.author.uid !== actor.uid) throw new CommandError(access ? 'id_taken' : 'not_found');
  // Others may have reacted, or edited their message, after the sender lost access.
  const { reactions: _, reply, ...sent } = message;
  const { id: replyId, seq, author } = reply ?? message;
  return access ? message : { ...sent, ...(reply && { reply: { id: replyId, seq, author } }) };
}
