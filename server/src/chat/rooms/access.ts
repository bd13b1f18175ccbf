import { CommandError, type Person, type Room } from '@snug/protocol';
import { requireFound } from '../../base/require-found.ts';
import type { Actor, Caller, TokenScope } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { hasWorkspaceRights } from '../../workspace/access.ts';
import { findAccess, findReadable, type RoomAccess } from './room-access-store.ts';
import { findRoom } from './room-rows.ts';
import { findCreator } from './room-store.ts';
import { findSender, type SenderAccess } from './sender-store.ts';

// As in the other `access.ts`: each function returns the thing, or throws `not_found` (also if it exists but the person may not
// see it) or `forbidden` (if they may see it but not do this). A mutation checks in its own transaction, so that a revoked
// permission ends immediately.

/** Everyone may read an open room, except after a ban, and members any other room. Throws `not_found`. */
export async function accessRoom(db: Db, actor: Actor, roomId: string): Promise<RoomAccess> {
  return requireFound(await accessRoomIfAny(db, actor, roomId));
}

/** Like `accessRoom`, but returns undefined instead of `not_found`. */
export async function accessRoomIfAny(
  db: Db,
  { uid, now, scope }: Actor,
  roomId: string,
): Promise<RoomAccess | undefined> {
  return isInScope(scope, roomId) ? findAccess(db, roomId, uid, now) : undefined;
}

export function isInScope(scope: TokenScope | undefined, roomId: string): boolean {
  return scope?.roomIds === undefined || scope.roomIds.includes(roomId);
}

/** Like `accessRoom`, for those rooms that the person may read. */
export async function accessRooms(
  db: Db,
  { uid, now, scope }: Actor,
  roomIds: readonly string[],
): Promise<ReadonlyMap<string, RoomAccess>> {
  const known = scope?.roomIds ? roomIds.filter(roomId => isInScope(scope, roomId)) : roomIds;
  return findReadable(db, known, uid, now);
}

/** For edits, reactions and typing. Throws `not_found` and `forbidden`. */
export async function accessRoomAsWriter(db: Db, actor: Actor, roomId: string): Promise<RoomAccess> {
  const access = await accessRoom(db, actor, roomId);
  requireWritable(access, actor.now);
  return access;
}

function requireWritable(
  { archivedAt, silencedUntil }: Pick<RoomAccess, 'archivedAt' | 'silencedUntil'>,
  now: number,
): void {
  if (archivedAt !== null) throw new CommandError('forbidden', 'This room is archived');
  if (silencedUntil !== null && silencedUntil > now)
    throw new CommandError('forbidden', "An admin has silenced you here, so you can't write for now");
}

export interface Sender {
  author: Person;
  access: SenderAccess;
}

/**
 * The author and the room of a new message; undefined if the room has a message with this id. Throws `unauthenticated`,
 * `not_found` and `forbidden`.
 */
export async function accessRoomAsSender(
  db: Db,
  { uid, now, scope }: Actor,
  roomId: string,
  id: string,
): Promise<Sender | undefined> {
  if (!isInScope(scope, roomId)) throw new CommandError('not_found');
  const sender = await findSender(db, { uid, roomId, id }, now);
  if (sender?.isStored) return undefined;
  if (!sender?.author) throw new CommandError('unauthenticated');
  const access = requireFound(sender.access);
  requireWritable(access, now);
  return { author: sender.author, access };
}

/** Its admins, and workspace admins in an open room. For everything but pins. Throws `not_found` and `forbidden`. */
export async function accessRoomAsModerator(db: Db, actor: Actor, roomId: string): Promise<RoomAccess> {
  const access = await accessRoom(db, actor, roomId);
  if (!(await canModerate(db, actor, access)))
    throw new CommandError('forbidden', 'Only an admin of this room can do that');
  return access;
}

/** Like `accessRoomAsModerator`, for changes of the room. `role`: of the caller in the room. */
export async function accessModeratedRoom(
  db: Db,
  actor: Actor,
  roomId: string,
): Promise<{ room: Room; role: RoomAccess['role'] }> {
  const { role } = await accessRoomAsModerator(db, actor, roomId);
  return { room: requireFound(await findRoom(db, roomId)), role };
}

/** Its admins, and everyone in a direct room. Throws `not_found` and `forbidden`. */
export async function accessRoomAsPinner(db: Db, actor: Actor, roomId: string): Promise<RoomAccess> {
  const access = await accessRoomAsWriter(db, actor, roomId);
  if (access.kind !== 'direct' && access.role !== 'admin')
    throw new CommandError('forbidden', 'Only an admin of this room can pin messages');
  return access;
}

/** A private or direct room, for the person who runs the server. Throws `not_found`, and `forbidden` for an open room. */
export async function accessRoomAsOperator(db: Db, roomId: string): Promise<Room> {
  const room = requireFound(await findRoom(db, roomId));
  if (room.kind === undefined) throw new CommandError('forbidden', 'This room is open: everyone can join it');
  return room;
}

/** Whether a reader of the room is one of its admins, or a workspace admin in an open room. */
export async function canModerate(db: Db, caller: Caller, { kind, role }: RoomAccess): Promise<boolean> {
  return role === 'admin' || (kind === 'open' && (await hasWorkspaceRights(db, caller)));
}

/** Throws `not_found` and `forbidden`. */
export async function accessRoomAsInviter(db: Db, actor: Actor, roomId: string): Promise<RoomAccess> {
  const access = await accessRoom(db, actor, roomId);
  if (!(await mayInvite(db, actor, access)))
    throw new CommandError('forbidden', "You can't invite people to this room");
  return access;
}

export async function mayInvite(db: Db, caller: Caller, access: RoomAccess): Promise<boolean> {
  return canInvite(access) || (access.archivedAt === null && (await canModerate(db, caller, access)));
}

/** Members invite to an open room, unless its admins switched that off, and only admins to a private room. */
function canInvite({ kind, role, archivedAt, membersInvite }: RoomAccess): boolean {
  if (kind === 'direct' || archivedAt !== null || role === null) return false;
  return role === 'admin' || (kind === 'open' && membersInvite !== 0);
}

/** Returns the room that the person created under this id earlier; undefined if the id is free. Throws `id_taken`. */
export async function accessRoomAsCreator(db: Db, actor: Actor, id: string): Promise<Room | undefined> {
  const creator = await findCreator(db, id);
  if (creator === undefined) return undefined;
  const access = creator === actor.uid ? await findAccess(db, id, actor.uid, actor.now) : undefined;
  if (!access) throw new CommandError('id_taken');
  return findRoom(db, id);
}
