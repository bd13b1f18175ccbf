import { MAX_LISTED_PEOPLE, MAX_RESULT_BYTES, type Person, type RoomPeople } from '@snug/protocol';
import { listWriters } from '../../chat/rooms/room-writers-store.ts';
import type { Db } from '../../db/schema.ts';
import { BoundedRows } from '../../limits/bounded-rows.ts';
import { jsonBytes } from '../../limits/json-bytes.ts';
import { readPeople } from '../profiles/person.ts';
import type { RoomViewers } from './room-viewers.ts';

const OVERHEAD_BYTES = 200;

/** Those who have the room open, and those who wrote in it. */
export async function readRoomPeople(
  db: Db,
  roomViewers: Pick<RoomViewers, 'count' | 'list'>,
  roomId: string,
): Promise<RoomPeople> {
  const viewers = roomViewers.list(roomId).slice(-MAX_LISTED_PEOPLE);
  const viewerCount = roomViewers.count(roomId);
  const { writers, writerCount } = await listWriters(db, roomId);
  const summary = { viewers, viewerCount, writers, writerCount };
  const people = new BoundedRows<Person>(MAX_RESULT_BYTES - jsonBytes(summary) - OVERHEAD_BYTES);
  (await readPeople(db, [...new Set([...viewers, ...writers])])).every(person => people.add(person));
  return { ...summary, people: people.rows };
}
