import { hereTopic, MAX_ANSWER_BYTES, MAX_LISTED_PEOPLE, type Person, type RoomPeople } from '@snug/protocol';
import { accessRoom } from '../access.ts';
import type { Handlers, Services } from '../commands/command-handler.ts';
import { Rows } from '../commands/result-encoder.ts';
import { jsonBytes } from '../limits/json-bytes.ts';
import { readPeople } from '../profiles/person.ts';
import { listWriters } from '../rooms/room-writers-store.ts';

const REST_BYTES = 200;

export const roomPeopleHandlers: Handlers<'watch_room' | 'unwatch_room'> = {
  watch_room: async (services, { uid, listener }, { roomId }) => {
    await accessRoom(services.read, uid, roomId);
    // Before they are read, so that no coming or going falls in between.
    const withdraw = await listener?.listen(hereTopic(roomId));
    try {
      await accessRoom(services.read, uid, roomId);
      return await readRoomPeople(services, roomId);
    } catch (error) {
      withdraw?.();
      throw error;
    }
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
  const named = { here, hereCount: all.length, writers, writerCount };
  const people = new Rows<Person>(MAX_ANSWER_BYTES - jsonBytes(named) - REST_BYTES);
  (await readPeople(read, [...new Set([...here, ...writers])])).every(person => people.add(person));
  return { ...named, people: people.rows };
}
