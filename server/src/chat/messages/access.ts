import { CommandError, type Message, type Room } from '@snug/protocol';
import { requireFound } from '../../base/require-found.ts';
import type { Actor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { accessModeratedRoom, accessRoom, accessRoomIfAny, isInScope } from '../rooms/access.ts';
import { findTrimmedRoot } from './answered.ts';
import { findPinned, findTrimmedMessage } from './message-lookup.ts';
import { findMessage } from './message-store.ts';
import { isNotice } from './notice.ts';

/** Also returns deleted messages. Throws `not_found`. */
export async function accessMessage(db: Db, actor: Actor, roomId: string, id: string): Promise<Message> {
  return requireFound(await accessMessageIfAny(db, actor, roomId, id));
}

/** Like `accessMessage`, but returns undefined for a message that does not exist or is trimmed. */
export async function accessMessageIfAny(
  db: Db,
  actor: Actor,
  roomId: string,
  id: string,
): Promise<Message | undefined> {
  await accessRoom(db, actor, roomId);
  return findMessage(db, roomId, id);
}

/** Like `accessMessage`, also of a pinned message that a trim left only in the list of pins: it can be deleted and unpinned. */
export async function accessMessageOrPin(db: Db, actor: Actor, roomId: string, id: string): Promise<Message> {
  await accessRoom(db, actor, roomId);
  return findMessageOrPin(db, roomId, id);
}

/** The id of the first message of the conversation of a message. That one itself can be trimmed. Throws `not_found`. */
export async function accessConversation(
  db: Db,
  actor: Actor,
  roomId: string,
  messageId: string,
): Promise<string> {
  const message = await accessMessageIfAny(db, actor, roomId, messageId);
  return message ? (message.rootId ?? message.id) : findTrimmedRoot(db, roomId, messageId);
}

async function findMessageOrPin(db: Db, roomId: string, id: string): Promise<Message> {
  const message = await findMessage(db, roomId, id);
  return message ?? requireFound((await findPinned(db, roomId, [id]))[0]);
}

/** For editing. Throws `not_found` and `forbidden`. */
export async function accessMessageAsAuthor(
  db: Db,
  actor: Actor,
  roomId: string,
  id: string,
): Promise<Message> {
  return requireAuthor(actor, await accessMessage(db, actor, roomId, id));
}

/** For deletion. Throws `not_found` and `forbidden`. */
export async function accessMessageOrPinAsAuthor(
  db: Db,
  actor: Actor,
  roomId: string,
  id: string,
): Promise<Message> {
  return requireAuthor(actor, await accessMessageOrPin(db, actor, roomId, id));
}

function requireAuthor(actor: Actor, message: Message): Message {
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
  return { message: requireWritten(await findMessageOrPin(db, roomId, id)), room };
}

/** The server posted a notice so that everyone in the room can read it. */
function requireWritten(message: Message): Message {
  if (isNotice(message)) throw new CommandError('forbidden', 'Nobody can change a notice');
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
  const message = requireFound(
    (await findMessage(db, roomId, id)) ?? (await findTrimmedMessage(db, { roomId, id, now: actor.now })),
  );
  const access = await accessRoomIfAny(db, actor, roomId);
  if (message.author.uid !== actor.uid) throw new CommandError(access ? 'id_taken' : 'not_found');
  // Others may have reacted, or edited their message, after the sender lost access.
  const { reactions: _, customReactions: __, reply, ...sent } = message;
  const { id: replyId, seq, author } = reply ?? message;
  return access ? message : { ...sent, ...(reply && { reply: { id: replyId, seq, author } }) };
}
