import {
  CommandError,
  type CommandInput,
  type CommandOutput,
  type Event,
  MAX_ADMINS,
  type Room,
  roomTopic,
  summaryTopic,
  toListedRoom,
} from '@snug/protocol';
import type { Mutation, MutationContext, Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { changeMembership } from '../../people/members/change-membership.ts';
import { findMembership, listAdmins } from '../../people/members/member-store.ts';
import { accessPerson, accessSelf } from '../../people/profiles/access.ts';
import { accessCreation } from '../../workspace/access.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';
import type { FixedSettings } from '../../workspace/settings/settings.ts';
import { accessModeratedRoom, accessRoomAsCreator } from './access.ts';
import { findRoomRequest } from './requests.ts';
import { appendToLog, insertRoom, updateRoom } from './room-store.ts';

interface NewRoom {
  id: string;
  name: string;
  description: string;
  kind?: 'open' | 'private' | undefined;
  fixed?: FixedSettings;
}

/** Returns the present state of a room that this person already created under the same id. */
export const createRoom: Mutation<NewRoom, CommandOutput<'create_room'>> = {
  // The lock of the person orders this and the deletion of their account.
  lockKeys: ({ uid }, { id }) => [`room:${id}`, `person:${uid}`],

  async run(db, call, { kind = 'open', fixed = {}, ...texts }) {
    const { uid, now } = call;
    const known = await accessRoomAsCreator(db, call, texts.id);
    if (known) return { output: { room: known }, publications: [] };
    await accessSelf(db, uid);
    if (kind === 'open') await accessCreation(db, call, 'open_rooms', fixed);
    await insertRoom(db, { ...texts, kind, createdAt: now, createdBy: uid });
    const publication = await changeMembership(db, call, texts.id, uid, { role: 'admin' });
    const room: Room = { ...texts, ...(kind !== 'open' && { kind }), createdAt: now, seq: 0 };
    const summary: Publication = { topic: summaryTopic(room.id), event: toFirstSummary(room) };
    return { output: { room }, publications: kind === 'open' ? [publication, summary] : [publication] };
  },
};

function toFirstSummary(room: Room): Event {
  return { type: 'room_summary', room: toListedRoom(room, undefined), from: 0, to: 0, changes: [] };
}
/** Present values take no seq in the log. */
export const editRoom: Mutation<CommandInput<'edit_room'>, CommandOutput<'edit_room'>> = {
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, input) {
    const { roomId } = input;
    const { room, role } = await accessModeratedRoom(db, call, roomId);
    const { membersInvite: known = true } = room;
    const { name = room.name, description = room.description, membersInvite = known } = input;
    if (name === room.name && description === room.description && membersInvite === known)
      return { output: { room }, publications: [] };
    const changes = { name, description, ...(!membersInvite && { membersInvite }) };
    const { room: edited, publication } = await changeRoom(db, call, room, changes);
    if (role !== 'admin') await recordAudit(db, call, { action: 'edit_room', room });
    return { output: { room: edited }, publications: [publication] };
  },
};

/** The caller holds the room's lock and has checked the permission. */
export async function changeRoom(
  db: Db,
  call: MutationContext,
  present: Room,
  changes: Pick<Room, 'name' | 'description' | 'membersInvite'>,
): Promise<{ room: Room; publication: Publication }> {
  const { membersInvite: _, ...room } = present;
  const { id: roomId } = room;
  const { seq, incarnation } = await appendToLog(db, roomId, call);
  await updateRoom(db, room, changes);
  const edited: Room = { ...room, ...changes, seq, incarnation };
  const event = { type: 'room_edited' as const, roomId, seq, incarnation, room: edited };
  return { room: edited, publication: { topic: roomTopic(roomId), event } };
}

type SetAdmin = CommandInput<'set_admin'> & { fixed?: FixedSettings };

/** The caller always stays an admin, so each room has at least one. */
export const setAdmin: Mutation<SetAdmin, CommandOutput<'set_admin'>> = {
  lockKeys: (_call, { roomId, uid, admin }) => [
    `room:${roomId}`,
    ...(admin ? [`person:${uid}` as const] : []),
  ],

  async run(db, call, { roomId, uid, admin, fixed = {} }) {
    const { room } = await accessModeratedRoom(db, call, roomId);
    if (uid === call.uid)
      throw new CommandError('forbidden', "You can't change your own permission. Ask another admin.");
    const person = await accessPerson(db, call, uid);
    if (person.bot && admin)
      throw new CommandError('forbidden', "A bot can't be an admin. Make its owner one.");
    if (person.guest && admin) throw new CommandError('forbidden', "A guest can't be an admin.");
    const admins = await listAdmins(db, roomId);
    if (admin === admins.includes(uid)) return { output: { admins }, publications: [] };
    if (admin) await assertCanBeAdmin(db, call, room, uid, admins);
    else if (admins.length === 1)
      throw new CommandError(
        'forbidden',
        "They're the only admin of this room. Make someone else an admin first.",
      );
    const action = admin ? 'make_admin' : 'remove_admin';
    await recordAudit(db, call, { action, room, targetId: uid });
    const known = await findMembership(db, roomId, uid);
    // In an open room, this adds a person who is not a member.
    const added = known.role === null && (await findRoomRequest(db, call, person, known, fixed));
    const publication = await changeMembership(db, call, roomId, uid, {
      role: admin ? 'admin' : 'member',
      ...added,
    });
    const { seq, incarnation } = await appendToLog(db, roomId, call);
    return {
      output: { admins: await listAdmins(db, roomId) },
      publications: [
        { topic: roomTopic(roomId), event: { type: 'admin_changed', roomId, seq, incarnation, uid, admin } },
        publication,
      ],
    };
  },
};

async function assertCanBeAdmin(
  db: Db,
  { now }: MutationContext,
  { id, kind }: Room,
  uid: string,
  admins: readonly string[],
): Promise<void> {
  if (admins.length >= MAX_ADMINS)
    throw new CommandError('limit_exceeded', `A room can have at most ${MAX_ADMINS} admins`);
  const { role, bannedUntil } = await findMembership(db, id, uid);
  if (bannedUntil !== null && bannedUntil > now)
    throw new CommandError('forbidden', "They're banned from this room. Unban them first.");
  if (kind === 'private' && role === null)
    throw new CommandError('forbidden', "They aren't in this room. Add them first.");
}
