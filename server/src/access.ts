import { CommandError, type Message, type Person, type Position, type Room } from '@snug/protocol';
import type { Db } from './db/schema.ts';
import { findFile, type StoredFile } from './files/file-store.ts';
import { findMessage } from './messages/message-store.ts';
import { findPerson } from './profiles/person.ts';
import { isAdmin } from './rooms/admin-store.ts';
import { findCreator, findPosition, findPositions, findRoom } from './rooms/room-store.ts';

// The one way to a thing that somebody asks for, whether to read it or to change it. Each function answers with the
// thing, or throws: `not_found` for what they may not see, exactly as for what is not there, and `forbidden` for what
// they may see and not do. A change asks within its own transaction, so that no right outlives its being taken away.

/** The person who asks. Throws `unauthenticated` where there is no such person any more. */
export async function accessSelf(db: Db, uid: string): Promise<Person> {
  const person = await findPerson(db, uid);
  if (!person) throw new CommandError('unauthenticated');
  return person;
}

/** Anyone: people see each other. Throws `not_found`. */
export async function accessPerson(db: Db, uid: string): Promise<Person> {
  return requireFound(await findPerson(db, uid));
}

/**
 * A room to read or to write in: every room, for whoever has an account. Answers with the position of its log.
 * Throws `not_found`.
 */
export async function accessRoom(db: Db, uid: string, roomId: string): Promise<Position> {
  return requireFound(await findPosition(db, roomId, uid));
}

/** The positions of those of these rooms that the person may read. */
export async function accessRooms(
  db: Db,
  uid: string,
  roomIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return findPositions(db, roomIds, uid);
}

/** A room to be changed, by its admins. Throws `not_found` and `forbidden`. */
export async function accessRoomAsAdmin(db: Db, uid: string, roomId: string): Promise<Room> {
  await accessRoom(db, uid, roomId);
  if (!(await isAdmin(db, roomId, uid)))
    throw new CommandError('forbidden', 'Only an admin of this room can do that');
  return requireFound(await findRoom(db, roomId));
}

/** The room that the person made before under this id; undefined where the id is free. Throws `id_taken`. */
export async function accessRoomAsCreator(db: Db, uid: string, id: string): Promise<Room | undefined> {
  const creator = await findCreator(db, id);
  if (creator !== undefined && creator !== uid) throw new CommandError('id_taken');
  return findRoom(db, id);
}

/** A message in a room that the person may read, deleted or not. Throws `not_found`. */
export async function accessMessage(db: Db, uid: string, roomId: string, id: string): Promise<Message> {
  await accessRoom(db, uid, roomId);
  return requireFound(await findMessage(db, roomId, id));
}

/** A message to be deleted, by its author. Throws `not_found` and `forbidden`. */
export async function accessMessageAsAuthor(
  db: Db,
  uid: string,
  roomId: string,
  id: string,
): Promise<Message> {
  const message = await accessMessage(db, uid, roomId, id);
  if (message.author.uid !== uid) throw new CommandError('forbidden', 'Only its author can delete a message');
  return message;
}

/** The message that the person sent to the room before under this id; undefined if the id is free. Throws `id_taken`. */
export async function accessMessageAsSender(
  db: Db,
  uid: string,
  roomId: string,
  id: string,
): Promise<Message | undefined> {
  const message = await findMessage(db, roomId, id);
  if (message && message.author.uid !== uid) throw new CommandError('id_taken');
  return message;
}

/** A file to be read: one that was sent by whoever may read its room, an upload by its owner. Throws `not_found`. */
export async function accessFile(db: Db, uid: string, id: string): Promise<StoredFile> {
  const file = requireFound(await findFile(db, id));
  if (file.state === 'unsent' && file.ownerId === uid) return file;
  if (file.state !== 'sent' || file.roomId === null) throw new CommandError('not_found');
  await accessRoom(db, uid, file.roomId);
  return file;
}

/** An upload to be sent or used, by its owner. Throws `not_found`, and `forbidden` where it was sent. */
export async function accessUpload(db: Db, uid: string, id: string): Promise<StoredFile> {
  return requireFound(await accessUploadIfAny(db, uid, id));
}

/** An upload to be taken back: undefined where there is none, or not one of the person's. Throws `forbidden` as above. */
export async function accessUploadIfAny(db: Db, uid: string, id: string): Promise<StoredFile | undefined> {
  const file = await findFile(db, id);
  if (!file || file.ownerId !== uid || file.state === 'deleted') return undefined;
  if (file.state === 'sent') throw new CommandError('forbidden', 'This file is already in a message');
  return file;
}

function requireFound<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new CommandError('not_found');
  return thing;
}
