import { type EventOf, type ListedRoom, roomTopic, type Topic, viewersTopic } from '@snug/protocol';
import { newId } from '../base/ids.ts';
import { countOlder } from '../chat/retention/count-older.ts';
import { accessRoom, accessRoomAsWriter, accessRooms } from '../chat/rooms/access.ts';
import { findRooms } from '../chat/rooms/find-rooms.ts';
import { readReadableRooms } from '../chat/rooms/readable-rooms.ts';
import { listBans } from '../people/members/bans.ts';
import { readRoomPeople } from '../people/presence/room-people.ts';
import { accessSelf } from '../people/profiles/access.ts';
import { addToRoom } from './add-to-room.ts';
import type { CommandSubscriber, Handlers } from './command-handler.ts';
import { forward } from './forward.ts';

export const roomHandlers = {
  ...forward('edit_room'),

  create_room: async (services, { uid, scope }, { id = newId(), ...input }) => {
    const { writer, requireNewestRelease, fixedSettings: fixed } = services;
    if (input.kind === 'private') await requireNewestRelease();
    return writer.write('create_room', { uid, scope }, { id, ...input, fixed });
  },

  set_admin: (services, caller, input) => {
    const { writer, fixedSettings: fixed } = services;
    const write = () => writer.write('set_admin', { uid: caller.uid }, { ...input, fixed });
    return input.admin ? addToRoom(services, caller, input, write) : write();
  },

  archive_room: async ({ writer, requireNewestRelease }, { uid }, input) => {
    await requireNewestRelease();
    return writer.write('archive_room', { uid }, input);
  },

  delete_room: async ({ writer, requireNewestRelease }, { uid }, input) => {
    await requireNewestRelease();
    return writer.write('delete_room', { uid }, input);
  },

  set_retention: async ({ writer, fixedSettings: fixed, requireRetention }, { uid, scope }, input) => {
    if (input.days !== null) await requireRetention();
    return writer.write('set_retention', { uid, scope }, { ...input, fixed });
  },

  undo_retention: ({ writer, fixedSettings: fixed }, { uid, scope }, input) =>
    writer.write('undo_retention', { uid, scope }, { ...input, fixed }),

  count_older: ({ read }, caller, input) => countOlder(read, caller, input),

  list_rooms: ({ roomList }, caller, input) => roomList.list(caller, input),

  find_rooms: ({ read, nameTurns }, caller, input) =>
    findRooms(read, caller, input, nameTurns.begin(caller.signal)),

  watch_rooms: async ({ read }, caller, { add, remove }) => {
    const { subscriber } = caller;
    const roomIds = Object.keys(add);
    const allowed = await accessRooms(read, caller, roomIds);
    await subscriber?.watchRooms([...allowed.keys()], remove);
    // Checked again, because access may have ended before this process subscribed to that event.
    const present = await accessRooms(read, caller, [...allowed.keys()]);
    const missing = [...allowed.keys()].filter(roomId => !present.has(roomId));
    if (missing.length > 0) await subscriber?.watchRooms([], missing);
    const changed = [...present].flatMap(([roomId, { seq }]) => (seq === add[roomId] ? [] : [roomId]));
    const rows = await readReadableRooms(read, caller, changed);
    subscriber?.sendEvents(rows.map(room => toResetSummary(room, Math.max(0, add[room.id] ?? 0))));
    return { missing: roomIds.filter(roomId => !present.has(roomId)) };
  },

  watch_list: async ({ read }, { uid, guest, now, subscriber }, { on }) => {
    // Open rooms do not exist for guests.
    if (guest) return {};
    if (!on) subscriber?.unsubscribe('list');
    else if (subscriber) {
      await subscriber.subscribe('list');
      await subscriber.leaveOutBannedRooms(() => listBans(read, uid, now));
    }
    return {};
  },

  open_room: async ({ read, roomStates }, caller, { roomId, ...known }) => {
    await accessRoom(read, caller, roomId);
    // The read checks access again, because it may have ended before this process subscribed to that event.
    return subscribeThenRead(caller.subscriber, roomTopic(roomId), () =>
      roomStates.read(caller, roomId, known),
    );
  },

  close_room: async (_services, { subscriber }, { roomId }) => {
    subscriber?.unsubscribe(roomTopic(roomId));
    return {};
  },

  catch_up: ({ roomStates }, caller, { roomId, ...known }) => roomStates.read(caller, roomId, known),

  watch_viewers: async (services, caller, { roomId }) => {
    await accessRoom(services.read, caller, roomId);
    return subscribeThenRead(caller.subscriber, viewersTopic(roomId), async () => {
      await accessRoom(services.read, caller, roomId);
      return readRoomPeople(services.read, services.roomViewers, roomId);
    });
  },

  unwatch_viewers: async (_services, { subscriber }, { roomId }) => {
    subscriber?.unsubscribe(viewersTopic(roomId));
    return {};
  },

  set_typing: async ({ read, typing }, caller, { roomId }) => {
    await accessRoomAsWriter(read, caller, roomId);
    typing.publish(roomId, await accessSelf(read, caller.uid));
    return {};
  },
} satisfies Partial<Handlers>;

/** For a client with the row at position `from`, whose missed changes are unknown. */
function toResetSummary(room: ListedRoom, from: number): EventOf<'room_summary'> {
  return { type: 'room_summary', room, from, to: room.seq, changes: [], reset: true };
}

/** `read` runs after the subscription, so that no change is lost in between. Unsubscribes if it throws. */
async function subscribeThenRead<Value>(
  subscriber: CommandSubscriber | undefined,
  topic: Topic,
  read: () => Promise<Value>,
): Promise<Value> {
  const unsubscribe = await subscriber?.subscribe(topic);
  try {
    return await read();
  } catch (error) {
    unsubscribe?.();
    throw error;
  }
}
