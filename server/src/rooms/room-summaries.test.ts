import { type RoomEvent, roomTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Publication } from '../db/mutation.ts';
import { newId } from '../ids.ts';
import { aRoom, createJob, run, sendMany } from '../testing/database.ts';
import { findRoom } from './room-store.ts';
import { RoomSummaries } from './room-summaries.ts';

const sentIn = (roomId: string) => ({ type: 'message_sent', roomId }) as RoomEvent;
const likedIn = (roomId: string) => ({ type: 'message_liked', roomId }) as RoomEvent;

async function summaries() {
  const made = await aRoom();
  const timers: { run: () => void; ms: number }[] = [];
  const told: (readonly Publication[])[] = [];
  const failures: unknown[] = [];
  const room = new RoomSummaries({
    read: made.db,
    publish: publications => told.push(publications),
    setTimer: (run, ms) => timers.push({ run, ms }),
    onFailure: error => failures.push(error),
  });
  return { ...made, summaries: room, timers, told, failures };
}

test('R1 many changes of a room are told as one, within half a second, as the room is then', async () => {
  const { db, uid, roomId, summaries: all, timers, told } = await summaries();
  for (let change = 0; change < 3; change++) {
    await sendMany(db, uid, roomId, 1);
    all.note(sentIn(roomId));
  }
  expect(timers).toHaveLength(1);
  expect(timers[0]?.ms).toBeLessThanOrEqual(500);
  timers[0]?.run();
  await expect.poll(() => told).toHaveLength(1);
  const room = await findRoom(db, roomId);
  expect(room?.seq).toBe(3);
  expect(told[0]).toMatchObject([{ topic: 'rooms', event: { type: 'room_summary', room } }]);
});

test('R1 whoever has the room open is not told again what its events said, and is told all else', async () => {
  const { roomId, summaries: all, timers, told } = await summaries();
  const changes = [[sentIn], [sentIn, likedIn], [likedIn, sentIn], [sentIn]];
  for (const [count, events] of changes.entries()) {
    for (const event of events) all.note(event(roomId));
    timers[count]?.run();
    await expect.poll(() => told).toHaveLength(count + 1);
  }
  const open = roomTopic(roomId);
  expect(told.map(([publication]) => publication?.except)).toEqual([open, undefined, undefined, open]);
});

test('R1 each room that changed is told of, one that is not there is left out', async () => {
  const { db, uid, roomId, summaries: all, timers, told } = await summaries();
  const other = newId();
  await run(db, createJob(uid, { id: other }));
  for (const id of [roomId, newId(), other]) all.note(sentIn(id));
  expect(timers).toHaveLength(1);
  timers[0]?.run();
  await expect.poll(() => told).toHaveLength(1);
  const ids = told[0]?.map(({ event }) => ('room' in event ? event.room.id : ''));
  expect(ids).toEqual([roomId, other]);
});

test('R1 a change that comes while others are being told is told after them', async () => {
  const { roomId, summaries: all, timers, told } = await summaries();
  all.note(sentIn(roomId));
  timers[0]?.run();
  all.note(sentIn(roomId));
  expect(timers).toHaveLength(2);
  timers[1]?.run();
  await expect.poll(() => told).toHaveLength(2);
});

test('a list that cannot be read is reported', async () => {
  const { db, roomId, summaries: all, timers, failures } = await summaries();
  await db.destroy();
  all.note(sentIn(roomId));
  timers[0]?.run();
  await expect.poll(() => failures).toHaveLength(1);
});
