import { CommandError, type Message, type Person, type Room } from '@snug/protocol';
import { isReportedFile } from '../admin/reports/report-store.ts';
import type { Caller, TokenScope } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { findFile, type StoredFile } from '../files/file-store.ts';
import { canInvite } from '../people/invites/can-invite.ts';
import { isAdmin } from '../people/members/member-store.ts';
import { findActivePerson, findPerson } from '../people/profiles/person.ts';
import { type BotRow, findBot } from '../programs/bots/bot-store.ts';
import { findWebhook, type WebhookRow } from '../programs/webhooks/webhook-store.ts';
import { type FixedSettings, readSetting } from '../workspace/settings/settings.ts';
import { isSuspended } from '../workspace/suspension-store.ts';
import { isWorkspaceAdmin } from '../workspace/workspace-admin-store.ts';
import { findMessage } from './messages/message-store.ts';
import { findAccess, findReadable, findReaders, type RoomAccess } from './rooms/room-access-store.ts';
import { findRoom } from './rooms/room-rows.ts';
import { findCreator } from './rooms/room-store.ts';
import { findSender, type SenderAccess } from './rooms/sender-store.ts';

// Every read or change of a thing goes through here. Each function returns the thing, or throws `not_found` (also if it
// exists but the person may not see it) or `forbidden` (if they may see it but not do this). A mutation checks in its own
// transaction, so that a revoked permission ends immediately.

/** A person at a time of the store's clock: bans and silences end. */
export interface Actor extends Caller {
  now: number;
}

/** `signal`: aborts when nobody waits for the result any more. */
export interface WaitingActor extends Actor {
  signal?: AbortSignal | undefined;
}

/** Throws `unauthenticated` if the account does not exist any more, also while it is being erased. */
export async function accessSelf(db: Db, uid: string): Promise<Person> {
  const person = await findActivePerson(db, uid);
  if (!person) throw new CommandError('unauthenticated');
  return person;
}

/** The audit log and everything else at `/admin`, for workspace admins. Throws `forbidden`. */
export async function accessWorkspace(db: Db, caller: Caller): Promise<void> {
  if (!(await hasWorkspaceRights(db, caller)) || (await isSuspended(db, caller.uid)))
    throw new CommandError('forbidden', 'Only a workspace admin can do that');
}

/** To create an open room, or a bot or a webhook, if the workspace leaves that to its admins. Throws `forbidden`. */
export async function accessCreation(
  db: Db,
  caller: Caller,
  name: 'open_rooms' | 'bots',
  fixed: FixedSettings,
): Promise<void> {
  if ((await readSetting(db, fixed, name)) === 'everyone' || (await hasWorkspaceRights(db, caller))) return;
  const what = name === 'bots' ? 'bots and webhooks' : 'open rooms';
  throw new CommandError('forbidden', `Only a workspace admin can create ${what} here`);
}

/**
 * For a recovery link: workspace admins for people, and the command line (an empty `uid`) for everyone. An admin who recovers
 * another one would keep the rights of the role after losing it. Throws `forbidden` and `not_found`.
 */
export async function accessAccountForRecovery(db: Db, uid: string, ownerUid: string): Promise<Person> {
  if (uid !== '') await accessWorkspace(db, { uid });
  const person = requireFound(await findActivePerson(db, ownerUid));
  if (person.bot) throw new CommandError('not_found');
  if (uid !== '' && (await isWorkspaceAdmin(db, ownerUid)))
    throw new CommandError('forbidden', 'Only the person who runs the server can recover a workspace admin');
  return person;
}

/**
 * Another person, for a workspace admin who changes their rights. Nobody changes their own, so an active workspace admin remains.
 * Throws `not_found` and `forbidden`.
 */
export async function accessOtherPerson(db: Db, caller: Caller, other: string): Promise<Person> {
  await accessWorkspace(db, caller);
  if (caller.uid === other) throw new CommandError('forbidden', "You can't do that to yourself");
  return requireFound(await findActivePerson(db, other));
}

/** An access token has none of these rights, because programs leak. */
export async function hasWorkspaceRights(db: Db, { uid, scope }: Caller): Promise<boolean> {
  return scope === undefined && (await isWorkspaceAdmin(db, uid));
}

/** For its owner, also after its deletion. Throws `not_found`. */
export async function accessBot(db: Db, { uid }: Caller, botId: string): Promise<BotRow> {
  const bot = requireFound(await findBot(db, botId));
  if (bot.ownerId !== uid) throw new CommandError('not_found');
  return bot;
}

/** An outgoing one, for its creator. Throws `not_found`. */
export async function accessWebhook(db: Db, { uid }: Caller, id: string): Promise<WebhookRow> {
  const webhook = requireFound(await findWebhook(db, id));
  if (webhook.createdBy !== uid) throw new CommandError('not_found');
  return webhook;
}

/** Everyone may see everyone. Throws `not_found`. */
export async function accessPerson(db: Db, uid: string): Promise<Person> {
  return requireFound(await findPerson(db, uid));
}

/** Everyone may read an open room, except after a ban, and members any other room. Throws `not_found`. */
export async function accessRoom(db: Db, { uid, now, scope }: Actor, roomId: string): Promise<RoomAccess> {
  if (!isInScope(scope, roomId)) throw new CommandError('not_found');
  return requireFound(await findAccess(db, roomId, uid, now));
}

function isInScope(scope: TokenScope | undefined, roomId: string): boolean {
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

/** Those of the people who may read the room at the time `now`, with their memberships. */
export async function accessReaders(
  db: Db,
  roomId: string,
  uids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, RoomAccess>> {
  return findReaders(db, roomId, uids, now);
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

/** Throws `not_found` and `forbidden`. */
export async function accessRoomAsAdmin(db: Db, actor: Actor, roomId: string): Promise<Room> {
  await accessRoom(db, actor, roomId);
  if (!(await isAdmin(db, roomId, actor.uid)))
    throw new CommandError('forbidden', 'Only an admin of this room can do that');
  return requireFound(await findRoom(db, roomId));
}

/** Its admins, and workspace admins in an open room. For everything but pins. Throws `not_found` and `forbidden`. */
export async function accessRoomAsModerator(db: Db, actor: Actor, roomId: string): Promise<Room> {
  if (!(await canModerate(db, actor, await accessRoom(db, actor, roomId))))
    throw new CommandError('forbidden', 'Only an admin of this room can do that');
  return requireFound(await findRoom(db, roomId));
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

/** Returns the room that the person created under this id earlier; undefined if the id is free. Throws `id_taken`. */
export async function accessRoomAsCreator(db: Db, actor: Actor, id: string): Promise<Room | undefined> {
  const creator = await findCreator(db, id);
  if (creator === undefined) return undefined;
  const access = creator === actor.uid ? await findAccess(db, id, actor.uid, actor.now) : undefined;
  if (!access) throw new CommandError('id_taken');
  return findRoom(db, id);
}

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
  const room = await accessRoomAsModerator(db, actor, roomId);
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
  const access = await findAccess(db, roomId, actor.uid, actor.now);
  if (message.author.uid !== actor.uid) throw new CommandError(access ? 'id_taken' : 'not_found');
  // Others may have reacted, or edited their message, after the sender lost access.
  const { reactions: _, reply, ...sent } = message;
  const { id: replyId, seq, author } = reply ?? message;
  return access ? message : { ...sent, ...(reply && { reply: { id: replyId, seq, author } }) };
}

/**
 * Readers of its room may read a sent file, workspace admins also one of a reported message, and only the owner an unsent one.
 * Throws `not_found`.
 */
export async function accessFile(db: Db, actor: Actor, id: string): Promise<StoredFile> {
  const file = requireFound(await findFile(db, id));
  if (file.state === 'unsent' && file.ownerId === actor.uid) return file;
  if (file.state !== 'sent' || file.roomId === null) throw new CommandError('not_found');
  const isForAdmin = (await isReportedFile(db, id)) && (await hasWorkspaceRights(db, actor));
  if (!isForAdmin) await accessRoom(db, actor, file.roomId);
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

/** Throws `not_found`. */
export function requireFound<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new CommandError('not_found');
  return thing;
}
