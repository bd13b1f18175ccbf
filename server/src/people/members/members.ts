import {
  CommandError,
  type CommandInput,
  type CommandOutput,
  MAX_JOINED_ROOMS,
  type Member,
  type Person,
  type Room,
  roomTopic,
} from '@snug/protocol';
import { accessModeratedRoom, accessRoom, accessRooms } from '../../chat/rooms/access.ts';
import { describeChange } from '../../chat/rooms/audited-change.ts';
import { findRoomRequest, type StoredRequest } from '../../chat/rooms/requests.ts';
import { findRoom } from '../../chat/rooms/room-rows.ts';
import { appendToLog } from '../../chat/rooms/room-store.ts';
import type { Mutation, MutationContext, Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';
import type { FixedSettings } from '../../workspace/settings/settings.ts';
import { isWorkspaceAdmin } from '../../workspace/workspace-admin-store.ts';
import { assertCanBeIn, sharePrivateRoom } from '../guests/guest-rooms.ts';
import { accessPerson, accessSelf } from '../profiles/access.ts';
import { findBotOwner } from '../profiles/bot.ts';
import { hasDeletedAccount } from '../profiles/deleted-people.ts';
import { acceptRoom, changeMembership } from './change-membership.ts';
import {
  findMembership,
  hasMaxRooms,
  listAdmins,
  NO_REQUEST,
  presentTimes,
  type StoredMembership,
} from './member-store.ts';

export const joinRoom: Mutation<CommandInput<'join_room'>, CommandOutput<'join_room'>> = {
  // The lock of the person orders this and the deletion of their account.
  lockKeys: ({ uid }, { roomId }) => [`room:${roomId}`, `person:${uid}`],

  async run(db, call, { roomId }) {
    await accessSelf(db, call.uid);
    const { role, request, archivedAt } = await accessRoom(db, call, roomId);
    const isNew = role === null || request !== null;
    if (isNew && archivedAt !== null) throw new CommandError('forbidden', 'This room is archived');
    if (isNew) await assertCanJoin(db, call.uid);
    const publications = isNew ? await addSelf(db, call, roomId, role) : [];
    const room = await findRoom(db, roomId);
    if (!room) throw new CommandError('not_found');
    const { description: _, ...row } = room;
    return { output: { room: row }, publications };
  },
};

/** Somebody with a request is a member already. */
async function addSelf(
  db: Db,
  call: MutationContext,
  roomId: string,
  role: StoredMembership['role'],
): Promise<Publication[]> {
  if (role !== null) return acceptRoom(db, call, roomId, call.uid);
  return [await changeMembership(db, call, roomId, call.uid, { role: 'member', ...NO_REQUEST })];
}

export const leaveRoom: Mutation<CommandInput<'leave_room'>, object> = {
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, { roomId }) {
    const { uid } = call;
    const { kind, role } = await accessRoom(db, call, roomId);
    if (role === null) return { output: {}, publications: [] };
    if (kind === 'direct' && (await isInSet(db, roomId, uid)))
      throw new CommandError('forbidden', "You can't leave a direct conversation");
    if (role === 'admin' && (await listAdmins(db, roomId)).length === 1)
      throw new CommandError(
        'forbidden',
        "You're the only admin of this room. Make someone else an admin first, or delete the room.",
      );
    const own = await changeMembership(db, call, roomId, uid, { role: null, hasLeft: 1 });
    const isStep = kind !== 'open' || role === 'admin';
    const step = isStep ? [await appendMemberStep(db, call, roomId, uid, null, kind === 'open')] : [];
    return { output: {}, publications: [own, ...step] };
  },
};

/** A workspace admin who joined the direct room is not. */
async function isInSet(db: Db, roomId: string, uid: string): Promise<boolean> {
  const room = await findRoom(db, roomId);
  return room?.people?.some(person => person.uid === uid) === true;
}

type SetMember = CommandInput<'set_member'> & { fixed?: FixedSettings };

export const setMember: Mutation<SetMember, CommandOutput<'set_member'>> = {
  // The lock of the person bounds their requests, and orders an addition and a block.
  lockKeys: (_call, { roomId, uid, member }) => [
    `room:${roomId}`,
    ...(member ? [`person:${uid}` as const] : []),
  ],

  async run(db, call, { roomId, uid, fixed = {}, ...change }) {
    const { room } = await accessModeratedRoom(db, call, roomId);
    const person = await accessPerson(db, call, uid);
    const known = await findMembership(db, roomId, uid);
    if (change.member && person.bot) await assertCanAddBot(db, call, roomId, person);
    const next = applyChange(known, change, call.now);
    const hasChanged = next.role !== known.role || hasOtherTimes(known, next);
    assertAllowed(call, uid, known);
    if (next.bannedUntil !== null) await assertCanBeBanned(db, room, uid);
    const isAdded = next.role !== null && known.role === null;
    if (isAdded && person.guest) await assertCanAddGuest(db, call, room, uid);
    const added = isAdded && (await addPerson(db, call, room, person, { known, fixed }));
    const stored = { ...next, ...added };
    const publications = hasChanged ? await storeChange(db, call, room, uid, known, stored) : [];
    const member: Member = { person, role: next.role, ...presentTimes(next, call.now) };
    return { output: { member }, publications };
  },
};

/** Whether the person gets a request. The caller cannot see the difference. */
async function addPerson(
  db: Db,
  call: MutationContext,
  { kind }: Room,
  person: Person,
  { known, fixed }: { known: StoredMembership; fixed: FixedSettings },
): Promise<StoredRequest> {
  if (await hasDeletedAccount(db, [person.uid])) throw new CommandError('not_found');
  const request = person.bot ? NO_REQUEST : await findRoomRequest(db, call, person, known, fixed);
  if (request.request === null) await assertCanBeIn(db, person, kind);
  return request;
}

type Change = Omit<CommandInput<'set_member'>, 'roomId' | 'uid'>;
type NextMembership = Pick<StoredMembership, 'role' | 'bannedUntil' | 'silencedUntil'> &
  Partial<StoredRequest>;

/** A time that is over counts as none. Throws `forbidden`. */
function applyChange(known: StoredMembership, { member, ...times }: Change, now: number): NextMembership {
  const present = { ...known, ...times };
  const bannedUntil = toFutureTime(present.bannedUntil, now);
  const silencedUntil = toFutureTime(present.silencedUntil, now);
  if (member && bannedUntil !== null)
    throw new CommandError('forbidden', "They're banned from this room. Unban them first.");
  const isOut = member === false || bannedUntil !== null;
  return { role: isOut ? null : member ? (known.role ?? 'member') : known.role, bannedUntil, silencedUntil };
}

function toFutureTime(time: number | null | undefined, now: number): number | null {
  return typeof time === 'number' && time > now ? time : null;
}

function hasOtherTimes(known: StoredMembership, next: NextMembership): boolean {
  return known.bannedUntil !== next.bannedUntil || known.silencedUntil !== next.silencedUntil;
}

function assertAllowed(call: MutationContext, uid: string, { role }: StoredMembership): void {
  if (uid === call.uid)
    throw new CommandError('forbidden', "You can't do that to yourself. You can leave the room instead.");
  if (role === 'admin')
    throw new CommandError('forbidden', "They're an admin. Remove their admin permission first.");
}

/** Guests get no requests: only people who share a room with them may add them to another one. */
async function assertCanAddGuest(db: Db, call: MutationContext, { kind }: Room, uid: string): Promise<void> {
  if (kind === undefined)
    throw new CommandError('forbidden', "They're a guest, and guests can only be in private rooms.");
  if (!(await sharePrivateRoom(db, uid, call.uid)))
    throw new CommandError(
      'forbidden',
      "They're a guest, and you share no private room with them. Send them an invitation for guests instead.",
    );
}

/** A bot has no more rights than its owner, so it could not read the room. */
async function assertCanAddBot(db: Db, { now }: MutationContext, roomId: string, bot: Person): Promise<void> {
  const owner = await findBotOwner(db, bot);
  const rooms = owner && (await accessRooms(db, { uid: owner.uid, now }, [roomId]));
  if (!rooms?.has(roomId))
    throw new CommandError('forbidden', "The bot's owner isn't in this room. Add them first.");
}

/** A ban would end their rights in the room. */
async function assertCanBeBanned(db: Db, { kind }: Room, uid: string): Promise<void> {
  if (kind === undefined && (await isWorkspaceAdmin(db, uid)))
    throw new CommandError(
      'forbidden',
      "They look after this server, so you can't ban them from an open room.",
    );
}

/** A silence, and coming and going in an open room, concern only the person. Everything else is a step of the log. */
async function storeChange(
  db: Db,
  call: MutationContext,
  room: Room,
  uid: string,
  known: StoredMembership,
  next: NextMembership,
): Promise<Publication[]> {
  const { id, kind } = room;
  for (const entry of describeChange(room, uid, known, next)) await recordAudit(db, call, entry);
  const own = await changeMembership(db, call, id, uid, next);
  const isStep = known.bannedUntil !== next.bannedUntil || (kind === 'private' && known.role !== next.role);
  if (!isStep) return [own];
  const canRead = next.role !== null || (kind === undefined && next.bannedUntil === null);
  return [own, await appendMemberStep(db, call, id, uid, next.role, canRead)];
}

/** For everyone who reads the room. */
export async function appendMemberStep(
  db: Db,
  call: MutationContext,
  roomId: string,
  uid: string,
  role: StoredMembership['role'],
  canRead: boolean,
): Promise<Publication> {
  const { seq, incarnation, guestCount: guests } = await appendToLog(db, roomId, call);
  const event = { type: 'member_changed' as const, roomId, seq, incarnation, uid, role, canRead, guests };
  return { topic: roomTopic(roomId), event };
}

/** Throws `limit_exceeded`. */
export async function assertCanJoin(db: Db, uid: string): Promise<void> {
  if (await hasMaxRooms(db, uid))
    throw new CommandError('limit_exceeded', `A person can be in at most ${MAX_JOINED_ROOMS} rooms`);
}
