import { CommandError, type Message, type Person, type Position, type Room } from '@snug/protocol';
import type { Db } from './db/schema.ts';
import { findFile, type StoredFile } from './files/file-store.ts';
import { findMessage } from './messages/message-store.ts';
import { findPerson } from './profiles/person.ts';
import { isAdmin } from './rooms/admin-store.ts';
import { findCreator, findPeople, findPosition, findPositions, findRoom } from './rooms/room-store.ts';

// Every read or change of a thing goes through here. Each function returns the thing, or throws `not_found` (also if it
// exists but the person may not see it) or `forbidden` (if they may see it but not do this). A mutation checks in its own
// transaction, so that a revoked permission ends immediately.

/** Throws `unauthenticated` if the account does not exist any more. */
export async function accessSelf(db: Db, uid: string): Promise<Person> {
  const person = await findPerson(db, uid);
  if (!person) throw new CommandError('unauthenticated');
  return person;
}

/** Everyone may see everyone. Throws `not_found`. */
export async function accessPerson(db: Db, uid: string): Promise<Person> {
  return requireFound(await findPerson(db, uid));
}

/** Every account may read every room and write in it. Throws `not_found`. */
export async function accessRoom(db: Db, uid: string, roomId: string): Promise<Position> {
  return requireFound(await findPosition(db, roomId, uid));
}

export async function accessRooms(
  db: Db,
  uid: string,
  roomIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return findPositions(db, roomIds, uid);
}

export async function findReaders(
  db: Db,
  roomId: string,
  uids: readonly string[],
): Promise<ReadonlySet<string>> {
  return findPeople(db, roomId, uids);
}

/** Throws `not_found` and `forbidden`. */
export async function accessRoomAsAdmin(db: Db, uid: string, roomId: string): Promise<Room> {
  await accessRoom(db, uid, roomId);
  if (!(await isAdmin(db, roomId, uid)))
    throw new CommandError('forbidden', 'Only an admin of this room can do that');
  return requireFound(await findRoom(db, roomId));
}

/** Returns the room that the person created under this id earlier; undefined if the id is free. Throws `id_taken`. */
export async function accessRoomAsCreator(db: Db, uid: string, id: string): Promise<Room | undefined> {
  const creator = await findCreator(db, id);
  if (creator !== undefined && creator !== uid) throw new CommandError('id_taken');
  return findRoom(db, id);
}

/** Also returns deleted messages. Throws `not_found`. */
export async function accessMessage(db: Db, uid: string, roomId: string, id: string): Promise<Message> {
  await accessRoom(db, uid, roomId);
  return requireFound(await findMessage(db, roomId, id));
}

/** For deletion. Throws `not_found` and `forbidden`. */
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

/** Returns the message that the person sent under this id earlier; undefined if the id is free. Throws `id_taken`. */
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

/** Readers of its room may read a sent file, and only the owner an unsent one. Throws `not_found`. */
export async function accessFile(db: Db, uid: string, id: string): Promise<StoredFile> {
  const file = requireFound(await findFile(db, id));
  if (file.state === 'unsent' && file.ownerId === uid) return file;
  if (file.state !== 'sent' || file.roomId === null) throw new CommandError('not_found');
  await accessRoom(db, uid, file.roomId);
  return file;
}

/** An unsent upload of the person. Throws `not_found`, and `forbidden` if it was sent. */
export async function accessUpload(db: Db, uid: string, id: string): Promise<StoredFile> {
  return requireFound(await accessUploadIfAny(db, uid, id));
}

/** Like `accessUpload`, but returns undefined instead of `not_found`. */
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
