import { CommandError } from '@snug/protocol';
import { readEndingGuests, readGuestRooms } from '../admin/guests/guests.ts';
import { newId } from '../base/ids.ts';
import { accessRoom, canModerate } from '../chat/rooms/access.ts';
import { hasDirect } from '../chat/rooms/direct.ts';
import { getAsker } from '../chat/rooms/requests.ts';
import { readBlocks } from '../people/blocks/blocks.ts';
import { accessInviteAsManager, assertIsFor } from '../people/invites/access.ts';
import { readInviteRooms } from '../people/invites/invite-links.ts';
import { readOwnInvites } from '../people/invites/own-invites.ts';
import {
  addGuestEnds,
  isMemberOfAll,
  listExcluded,
  listMembers,
  readJoined,
} from '../people/members/member-list.ts';
import { filterKnown } from '../people/profiles/access.ts';
import { findAcquainted } from '../people/profiles/find-acquainted.ts';
import { findPeople } from '../people/profiles/find-people.ts';
import { readProfile } from '../people/profiles/profiles.ts';
import { readWatchedPeople } from '../people/profiles/watched-people.ts';
import { accessWorkspace } from '../workspace/access.ts';
import { addToRoom, giveWayAndWrite } from './add-to-room.ts';
import type { Handlers } from './command-handler.ts';
import { forward } from './forward.ts';

export const peopleHandlers = {
  ...forward('join_room', 'leave_room', 'set_block', 'set_nickname', 'set_status', 'set_guest_end'),

  set_member: async (services, caller, input) => {
    const { writer, requireNewestRelease, fixedSettings: fixed } = services;
    await requireNewestRelease();
    const write = () => writer.write('set_member', { uid: caller.uid }, { ...input, fixed });
    return input.member ? addToRoom(services, caller, input, write) : write();
  },

  list_members: async ({ read }, caller, { roomId, after }) => {
    const access = await accessRoom(read, caller, roomId);
    const page = await listMembers(read, roomId, after, caller.now);
    if (!(await canModerate(read, caller, access))) return page;
    const members = await addGuestEnds(read, page.members);
    if (after) return { ...page, members };
    return { ...page, members, excluded: await listExcluded(read, roomId, caller.now) };
  },

  list_joined: ({ read }, caller) => readJoined(read, caller),

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
    const search = { ...input, takeTurn: nameTurns.begin(caller.signal) };
    return caller.guest ? findAcquainted(read, caller, search, roomId) : findPeople(read, search, roomId);
  },

  create_invite: async (services, caller, { id = newId(), ...input }) => {
    const { writer, inviteLinks, fixedSettings: fixed, requireGuests } = services;
    if (input.guest) await requireGuests();
    const stored = await writer.write('create_invite', { uid: caller.uid }, { id, ...input, fixed });
    const [invite] = await inviteLinks.present(caller, [stored]);
    if (!invite) throw new CommandError('not_found');
    return { invite };
  },

  list_invites: ({ read, inviteLinks }, caller, input) => readOwnInvites(read, inviteLinks, caller, input),

  revoke_invite: async ({ read, writer }, caller, { id }) => {
    const { createdBy, roomIds } = await accessInviteAsManager(read, caller, id);
    return writer.write('revoke_invite', { uid: caller.uid }, { id, createdBy, roomIds });
  },

  get_invite: async ({ read, inviteLinks }, { uid, guest }, { code }) => {
    const invite = await inviteLinks.find(code, uid, uid);
    assertIsFor(invite, guest);
    const { inviter, usableRoomIds } = invite;
    const rooms = await readInviteRooms(read, usableRoomIds);
    const isMember = await isMemberOfAll(read, uid, usableRoomIds);
    return { inviter, rooms, isMember, ...(invite.guest !== null && { guest: true as const }) };
  },

  redeem_invite: async ({ writer, inviteLinks }, { uid }, { code }) => {
    const { id, createdBy, roomIds } = await inviteLinks.find(code, uid, uid);
    return writer.write('redeem_invite', { uid }, { id, createdBy, roomIds });
  },

  make_member: async ({ read, writer }, caller, { uid }) => {
    await accessWorkspace(read, caller);
    const roomIds = await readGuestRooms(read, uid);
    return writer.write('make_member', { uid: caller.uid }, { uid, roomIds });
  },

  list_ending_guests: ({ read }, caller) => readEndingGuests(read, caller),

  list_blocks: ({ read }, { uid }) => readBlocks(read, uid),

  set_avatar: async ({ files }, { uid }, { fileId }) => ({ person: await files.avatars.set(uid, fileId) }),

  get_profile: ({ read }, caller, { uid }) => readProfile(read, caller, uid),

  watch_people: async ({ read }, caller, { uids, from }) => {
    // Before the read, so that no change is missed in between. Each change is checked again before a guest receives it.
    await caller.subscriber?.watchPeople(await filterKnown(read, caller, uids));
    return readWatchedPeople(read, caller, uids, from);
  },
} satisfies Partial<Handlers>;
