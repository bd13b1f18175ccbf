import { MAX_LISTED_PEOPLE, MAX_RESULT_BYTES, type RoomPeople } from '@snug/protocol';
import { expect, test } from 'vitest';
import { jsonBytes } from '../limits/json-bytes.ts';
import { addPerson, createTestRoom, NOW } from '../testing/database.ts';
import type { HandlerCaller, Services } from './command-handler.ts';
import { roomHandlers } from './room-handlers.ts';

/** The result in a room with `count` viewers, each with this name. */
async function watchCrowdedRoom(
  count: number,
  name: string,
): Promise<{ result: RoomPeople; uids: string[] }> {
  const { db, uid, roomId } = await createTestRoom();
  const uids: string[] = [];
  while (uids.length < count) uids.push(await addPerson(db, name));
  const services = {
    read: db,
    roomViewers: { list: () => uids, count: () => uids.length },
  } as unknown as Services;
  const caller = { uid, now: NOW } as HandlerCaller;
  return { result: await roomHandlers.watch_viewers(services, caller, { roomId }), uids };
}

test('Q10 watch_viewers returns all ids and counts, and as many people as fit into 64 kB', async () => {
  const { result, uids } = await watchCrowdedRoom(MAX_LISTED_PEOPLE + 1, '\u0001'.repeat(80));
  const listed = uids.slice(-MAX_LISTED_PEOPLE);
  expect(jsonBytes(result)).toBeLessThanOrEqual(MAX_RESULT_BYTES);
  expect(jsonBytes(result)).toBeGreaterThan(MAX_RESULT_BYTES - 1_000);
  expect([result.viewers, result.viewerCount]).toEqual([listed, uids.length]);
  expect(result.people.length).toBeLessThan(MAX_LISTED_PEOPLE);
  expect(listed).toEqual(expect.arrayContaining(result.people.map(({ uid }) => uid)));
});

test('Q10 watch_viewers returns all listed people if they fit into 64 kB', async () => {
  const { result } = await watchCrowdedRoom(3, 'Ann');
  expect(result.people.map(({ uid }) => uid).toSorted()).toEqual(result.viewers.toSorted());
});
