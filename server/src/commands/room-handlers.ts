import { type EventOf, type ListedRoom, roomTopic } from '@snug/protocol';
import { accessRoom, accessRooms } from '../access.ts';
import { newId } from '../ids.ts';
import { findRoomIds } from '../rooms/room-names.ts';
import { readListedRooms } from '../rooms/room-store.ts';
import type { Handlers } from './command-handler.ts';
import { subscribeThenRead } from './subscribe-then-read.ts';

type RoomCommand =
  | 'create_room'
  | 'edit_room'
  | 'set_admin'
  | 'list_rooms'
  | 'find_rooms'
  | 'watch_rooms'
  | 'watch_list'
  | 'open_room'
  | 'close_room'
  | 'catch_up';

export const roomHandlers: Handlers<RoomCommand> = {
  create_room: ({ writer }, { uid }, { id = newId(), name, description }) =>
    writer.write('create_room', { uid }, { id, name, description }),

  edit_room: ({ writer }, { uid }, input) => writer.write('edit_room', { uid }, input),

  set_admin: ({ writer }, { uid }, input) => writer.write('set_admin', { uid }, input),

  list_rooms: ({ roomList }, _caller, input) => roomList.list(input),

  find_rooms: async ({ read }, _caller, input) => {
    const { roomIds, ...next } = await findRoomIds(read, input);
    const rows = new Map((await readListedRooms(read, roomIds)).map(row => [row.id, row]));
    return { rooms: roomIds.flatMap(roomId => rows.get(roomId) ?? []), ...next };
  },

  watch_rooms: async ({ read }, { uid, subscriber }, { add, remove }) => {
    const roomIds = Object.keys(add);
    const allowed = await accessRooms(read, uid, roomIds);
    await subscriber?.watchRooms([...allowed.keys()], remove);
    // Checked again, because access may have ended before this process subscribed to that event.
    const seqs = await accessRooms(read, uid, [...allowed.keys()]);
    const missing = [...allowed.keys()].filter(roomId => !seqs.has(roomId));
    if (missing.length > 0) await subscriber?.watchRooms([], missing);
    const changed = [...seqs].flatMap(([roomId, seq]) => (seq === add[roomId] ? [] : [roomId]));
    const rows = await readListedRooms(read, changed);
    subscriber?.sendEvents(rows.map(room => toResetSummary(room, Math.max(0, add[room.id] ?? 0))));
    return { missing: roomIds.filter(roomId => !seqs.has(roomId)) };
  },

  watch_list: async (_services, { subscriber }, { on }) => {
    if (on) await subscriber?.subscribe('list');
    else subscriber?.unsubscribe('list');
    return {};
  },

  open_room: async ({ read, roomStates }, { uid, subscriber }, { roomId, since, incarnation }) => {
    await accessRoom(read, uid, roomId);
    // The read checks access again, because it may have ended before this process subscribed to that event.
    return subscribeThenRead(subscriber, roomTopic(roomId), () =>
      roomStates.read(uid, roomId, since, incarnation),
    );
  },

  close_room: async (_services, { subscriber }, { roomId }) => {
    subscriber?.unsubscribe(roomTopic(roomId));
    return {};
  },

  catch_up: ({ roomStates }, { uid }, { roomId, since, incarnation }) =>
    roomStates.read(uid, roomId, since, incarnation),
};

/** For a client with the row at position `from`, whose missed changes are unknown. */
function toResetSummary(room: ListedRoom, from: number): EventOf<'room_summary'> {
  return { type: 'room_summary', room, from, to: room.seq, changes: [], reset: true };
}
