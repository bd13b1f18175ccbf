import { roomTopic } from '@snug/protocol';
import { accessRoom } from '../access.ts';
import type { Handlers } from '../command-handler.ts';
import { newId } from '../ids.ts';

type RoomCommand =
  | 'create_room'
  | 'edit_room'
  | 'set_admin'
  | 'list_rooms'
  | 'open_room'
  | 'close_room'
  | 'catch_up';

export const roomHandlers: Handlers<RoomCommand> = {
  create_room: ({ writer, now }, { uid }, { id = newId(), name, description }) =>
    writer.write('create_room', { uid, now: now() }, { id, name, description }),

  edit_room: ({ writer, now }, { uid }, input) => writer.write('edit_room', { uid, now: now() }, input),

  set_admin: ({ writer, now }, { uid }, input) => writer.write('set_admin', { uid, now: now() }, input),

  list_rooms: async ({ roomStates }) => ({ rooms: await roomStates.list() }),

  open_room: async ({ read, roomStates }, { uid, listener }, { roomId, since }) => {
    await accessRoom(read, uid, roomId);
    const topic = roomTopic(roomId);
    // Before the room is read, so that no event falls in between.
    listener?.listen(topic);
    try {
      return await roomStates.read(uid, roomId, since);
    } catch (error) {
      listener?.unlisten(topic);
      throw error;
    }
  },

  close_room: async (_services, { listener }, { roomId }) => {
    listener?.unlisten(roomTopic(roomId));
    return {};
  },

  catch_up: ({ roomStates }, { uid }, { roomId, since }) => roomStates.read(uid, roomId, since),
};
