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
import { accessPerson, accessRoomAsAdmin, accessRoomAsCreator } from '../access.ts';
import type { Mutation } from '../db/mutation.ts';
import { listAdmins, storeAdmin } from './admin-store.ts';
import { appendToLog, insertRoom, updateRoom } from './room-store.ts';

interface NewRoom {
  id: string;
  name: string;
  description: string;
}

/** Returns the present state of a room that this person already created under the same id. */
export const createRoom: Mutation<NewRoom, CommandOutput<'create_room'>> = {
  lockKeys: (_call, { id }) => [`room:${id}`],

  async run(db, { uid, now }, input) {
    const known = await accessRoomAsCreator(db, uid, input.id);
    if (known) return { output: { room: known }, publications: [] };
    await insertRoom(db, { ...input, createdAt: now, createdBy: uid });
    await storeAdmin(db, input.id, uid, true, now);
    const room: Room = { ...input, createdAt: now, seq: 0 };
    const event: Event = {
      type: 'room_summary',
      room: toListedRoom(room, undefined),
      from: 0,
      to: 0,
      changes: [],
    };
    return { output: { room }, publications: [{ topic: summaryTopic(room.id), event }] };
  },
};

/** Present values take no seq in the log. */
export const editRoom: Mutation<CommandInput<'edit_room'>, CommandOutput<'edit_room'>> = {
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, input) {
    const { roomId } = input;
    const room = await accessRoomAsAdmin(db, call.uid, roomId);
    const { name = room.name, description = room.description } = input;
    if (name === room.name && description === room.description) return { output: { room }, publications: [] };
    const { seq, incarnation } = await appendToLog(db, roomId, call);
    await updateRoom(db, roomId, { name, description });
    const edited: Room = { ...room, name, description, seq, incarnation };
    return {
      output: { room: edited },
      publications: [
        { topic: roomTopic(roomId), event: { type: 'room_edited', roomId, seq, incarnation, room: edited } },
      ],
    };
  },
};

function assertAdminLimit(uid: string, admins: readonly string[]): void {
  if (admins.length >= MAX_ADMINS && !admins.includes(uid))
    throw new CommandError('limit_exceeded', `A room can have at most ${MAX_ADMINS} admins`);
}

/** The caller always stays an admin, so each room has at least one. */
export const setAdmin: Mutation<CommandInput<'set_admin'>, CommandOutput<'set_admin'>> = {
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, input) {
    const { roomId, uid, admin } = input;
    await accessRoomAsAdmin(db, call.uid, roomId);
    if (uid === call.uid)
      throw new CommandError('forbidden', "You can't change your own permission. Ask another admin.");
    await accessPerson(db, uid);
    if (admin) assertAdminLimit(uid, await listAdmins(db, roomId));
    const hasChanged = await storeAdmin(db, roomId, uid, admin, call.now);
    const output = { admins: await listAdmins(db, roomId) };
    if (!hasChanged) return { output, publications: [] };
    const { seq, incarnation } = await appendToLog(db, roomId, call);
    return {
      output,
      publications: [
        { topic: roomTopic(roomId), event: { type: 'admin_changed', roomId, seq, incarnation, uid, admin } },
      ],
    };
  },
};
