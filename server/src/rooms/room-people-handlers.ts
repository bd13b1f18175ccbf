import { hereTopic, MAX_LISTED_PEOPLE, type RoomPeople } from '@snug/protocol';
import { accessRoom } from '../access.ts';
import type { Handlers, Services } from '../command-handler.ts';
import { readPeople } from '../profiles/person.ts';
import { listWriters } from './room-people-store.ts';

export const roomPeopleHandlers: Handlers<'watch_room' | 'unwatch_room'> = {
  watch_room: async (services, { uid, listener }, { roomId }) => {
    await accessRoom(services.read, uid, roomId);
    // Before they are read, so that no coming or going falls in between.
    listener?.listen(hereTopic(roomId));
    return readRoomPeople(services, roomId);
  },

  unwatch_room: async (_services, { listener }, { roomId }) => {
    listener?.unlisten(hereTopic(roomId));
    return {};
  },
};

async function readRoomPeople({ read, attendance }: Services, roomId: string): Promise<RoomPeople> {
  const all = attendance.list(roomId);
  const here = all.slice(-MAX_LISTED_PEOPLE);
  const { writers, writerCount } = await listWriters(read, roomId);
  const people = await readPeople(read, [...new Set([...here, ...writers])]);
  return { here, hereCount: all.length, writers, writerCount, people };
}
