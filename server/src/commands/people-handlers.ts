import { CommandError, type CommandOutput, type Invite, MAX_RESULT_BYTES } from '@snug/protocol';
import { newId } from '../base/ids.ts';
import { accessRoom, accessRooms, canModerate } from '../chat/rooms/access.ts';
import { hasDirect } from '../chat/rooms/direct.ts';
import { getAsker } from '../chat/rooms/requests.ts';
import type { Db } from '../db/schema.ts';
import { BoundedRows } from '../limits/bounded-rows.ts';
import { findBlocksVersion, listBlocked } from '../people/blocks/block-store.ts';
import { accessInviteAsManager } from '../people/invites/access.ts';
import { readInviteRooms } from '../people/invites/invite-links.ts';
import { listByCreator, listByRoom } from '../people/invites/invite-store.ts';
import { listExcluded, listMembers } from '../people/members/member-list.ts';
import { findMembership, listJoined, listRequests } from '../people/members/member-store.ts';
import { readPresences } from '../people/presence/presence-store.ts';
import { accessPerson } from '../people/profiles/access.ts';
import { findBotOwner } from '../people/profiles/bot.ts';
import { findPeople } from '../people/profiles/find-people.ts';
import { readWatchedPeople } from '../people/profiles/watched-people.ts';
import { addToRoom, giveWayAndWrite } from './add-to-room.ts';
import type { Handlers } from './command-handler.ts';
import { forward } from './forward.ts';

/** Leaves room for the other fields. */
const MAX_LIST_BYTES = MAX_RESULT_BYTES - 200;

export const peopleHandlers = {
  ...forward('join_room', 'leave_room', 'set_block', 'set_nickname'),

  set_member: async (services, caller, input) => {
    const { writer, requireNewestRelease, fixedSettings: fixed } = services;
    await requireNewestRelease();
    const write = () => writer.write('set_member', { uid: caller.uid }, { ...input, fixed });
    return input.member ? addToRoom(services, caller, input, write) : write();
  },

  list_members: async ({ read }, caller, { roomId, after }) => {
    const access = await accessRoom(read, caller, roomId);
    const page = await listMembers(read, roomId, after, caller.now);
    if (after || !(await canModerate(read, caller, access))) return page;
    return { ...page, excluded: await listExcluded(read, roomId, caller.now) };
  },

  list_joined: async ({ read }, caller) => {
    const [joined, requests] = [await listJoined(read, caller.uid), await listRequests(read, caller.uid)];
    // A bot may be a member of rooms that its owner has lost.
    const readable = caller.scope && (await accessRooms(read, caller, joined));
    const roomIds = readable ? joined.filter(roomId => readable.has(roomId)) : joined;
    return { roomIds, ...(requests.length > 0 && { requests }) };
  },

  set_room_options: async ({ writer, counts }, { uid, signal }, input) => {
    const { membership, isUncounted } = await writer.write('set_room_options', { uid }, input);
    if (isUncounted) await counts.readMoved(uid, [input.roomId], [input.roomId], signal);
    return { membership };
  },

  open_direct: async (services, caller, { uids }) => {
    const { read, writer, requireNewestRelease, admitConversation, fixedSettings: fixed } = services;
    const { uid } = caller;
    await requireNewestRelease();
    const isNew = uids.some(other => other !== uid) && !(await hasDirect(read, uid, uids));
    if (isNew) await admitConversation(getAsker(caller));
    const write = () => writer.write('open_direct', { uid }, { uids, id: newId(), fixed });
    return giveWayAndWrite(services, caller, uids, write);
  },

  find_people: async ({ read, nameTurns }, caller, { roomId, ...input }) => {
    if (roomId !== undefined) await accessRoom(read, caller, roomId);
    return findPeople(read, { ...input, takeTurn: nameTurns.begin(caller.signal) }, roomId);
  },

  create_invite: async ({ writer, inviteLinks }, caller, { id = newId(), ...input }) => {
    const stored = await writer.write('create_invite', { uid: caller.uid }, { id, ...input });
    const [invite] = await inviteLinks.present(caller, [stored]);
    if (!invite) throw new CommandError('not_found');
    return { invite };
  },

  list_invites: async ({ read, inviteLinks }, caller, { roomId, before }) => {
    const { uid, now } = caller;
    const access = roomId === undefined ? undefined : await accessRoom(read, caller, roomId);
    const ofAll = access !== undefined && (await canModerate(read, caller, access));
    const page =
      ofAll && roomId !== undefined
        ? await listByRoom(read, roomId, now, before)
        : await listByCreator(read, uid, now, before);
    const wanted = page.invites.filter(({ roomIds }) => roomId === undefined || roomIds.includes(roomId));
    return toFittingPage(page.next, await inviteLinks.present(caller, wanted));
  },

  revoke_invite: async ({ read, writer }, caller, { id }) => {
    const { createdBy, roomIds } = await accessInviteAsManager(read, caller, id);
    return writer.write('revoke_invite', { uid: caller.uid }, { id, createdBy, roomIds });
  },

  get_invite: async ({ read, inviteLinks }, { uid }, { code }) => {
    const { inviter, usableRoomIds } = await inviteLinks.find(code, uid, uid);
    const rooms = await readInviteRooms(read, usableRoomIds);
    return { inviter, rooms, isMember: await isMemberOfAll(read, uid, usableRoomIds) };
  },

  redeem_invite: async ({ writer, inviteLinks }, { uid }, { code }) => {
    const { id, createdBy, roomIds } = await inviteLinks.find(code, uid, uid);
    return writer.write('redeem_invite', { uid }, { id, createdBy, roomIds });
  },

  list_blocks: async ({ read }, { uid }) => {
    // The version first: a client that receives a later change applies it, or reads again.
    const version = await findBlocksVersion(read, uid);
    return { version, uids: await listBlocked(read, uid) };
  },

  set_avatar: async ({ files }, { uid }, { fileId }) => ({ person: await files.avatars.set(uid, fileId) }),

  get_profile: async ({ read }, _caller, { uid }) => {
    const person = await accessPerson(read, uid);
    const [presence] = await readPresences(read, [uid]);
    const owner = await findBotOwner(read, person);
    return { person, ...(presence && { presence }), ...(owner && { owner }) };
  },

  watch_people: async ({ read }, { subscriber }, { uids, from }) => {
    // Before the read, so that no change is missed in between.
    await subscriber?.watchPeople(uids);
    return readWatchedPeople(read, uids, from);
  },
} satisfies Partial<Handlers>;

async function isMemberOfAll(db: Db, uid: string, roomIds: readonly string[]): Promise<boolean> {
  for (const roomId of roomIds) if ((await findMembership(db, roomId, uid)).role === null) return false;
  return true;
}

/** The invitations that fit into a result. The next page begins with the first one that does not. */
function toFittingPage(next: string | undefined, invites: readonly Invite[]): CommandOutput<'list_invites'> {
  const fitting = new BoundedRows<Invite>(MAX_LIST_BYTES);
  for (const invite of invites) if (!fitting.add(invite)) break;
  const { rows } = fitting;
  const last = rows.length < invites.length ? rows.at(-1)?.id : next;
  return { invites: rows, ...(last !== undefined && { next: last }) };
}
