import {
  MAX_LISTED_PEOPLE,
  MAX_RESULT_BYTES,
  type Person,
  type RoomPeople,
  viewersTopic,
} from '@snug/protocol';
import { accessRoom } from '../chat/rooms/access.ts';
import { listWriters } from '../chat/rooms/room-writers-store.ts';
import { BoundedRows } from '../limits/bounded-rows.ts';
import { jsonBytes } from '../limits/json-bytes.ts';
import { readPeople } from '../people/profiles/person.ts';
import type { Handlers, Services } from './command-handler.ts';
import { subscribeThenRead } from './subscribe-then-read.ts';

const OVERHEAD_BYTES = 200;

export const viewersHandlers: Handlers<'watch_viewers' | 'unwatch_viewers'> = {
  watch_viewers: async (services, caller, { roomId }) => {
    await accessRoom(services.read, caller, roomId);
    return subscribeThenRead(caller.subscriber, viewersTopic(roomId), async () => {
      await accessRoom(services.read, caller, roomId);
      return readRoomViewers(services, roomId);
    });
  },

  unwatch_viewers: async (_services, { subscriber }, { roomId }) => {
    subscriber?.unsubscribe(viewersTopic(roomId));
    return {};
  },
};

async function readRoomViewers({ read, roomViewers }: Services, roomId: string): Promise<RoomPeople> {
  const viewers = roomViewers.list(roomId).slice(-MAX_LISTED_PEOPLE);
  const viewerCount = roomViewers.count(roomId);
  const { writers, writerCount } = await listWriters(read, roomId);
  const summary = { viewers, viewerCount, writers, writerCount };
  const people = new BoundedRows<Person>(MAX_RESULT_BYTES - jsonBytes(summary) - OVERHEAD_BYTES);
  (await readPeople(read, [...new Set([...viewers, ...writers])])).every(person => people.add(person));
  return { ...summary, people: people.rows };
}
