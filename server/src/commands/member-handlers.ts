import { newId } from '../base/ids.ts';
import { accessRoom, accessRooms, canModerate } from '../chat/rooms/access.ts';
import { hasDirect } from '../chat/rooms/direct.ts';
import { getAsker } from '../chat/rooms/requests.ts';
import { listExcluded, listMembers } from '../people/members/member-list.ts';
import { listJoined, listRequests } from '../people/members/member-store.ts';
import { findPeople } from '../people/profiles/find-people.ts';
import { addToRoom, giveWayAndWrite } from './add-to-room.ts';
import type { Handlers } from './command-handler.ts';

type MemberCommand =
  | 'join_room'
  | 'leave_room'
  | 'set_member'
  | 'list_members'
  | 'list_joined'
  | 'set_room_options'
  | 'open_direct'
  | 'find_people';

export const memberHandlers: Handlers<MemberCommand> = {
  join_room: ({ writer }, { uid }, input) => writer.write('join_room', { uid }, input),

  leave_room: ({ writer }, { uid }, input) => writer.write('leave_room', { uid }, input),

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
};
