import {
  type EventOf,
  MAX_LIST_EVENT_BYTES,
  MAX_LIST_EVENT_ROOMS,
  MAX_SUMMARY_CHANGES,
  type RoomEvent,
  roomTopic,
  summaryTopic,
  type Topic,
} from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Publication } from '../db/mutation.ts';
import { newId } from '../ids.ts';
import { aRoom, createJob, run, sendMany } from '../testing/database.ts';
import { RoomSummaries } from './summary-publisher.ts';

const eventOf =
  (type: RoomEvent['type']) =>
  (roomId: string, seq: number, place = seq) =>
    ({ type, roomId, seq, message: { seq: place, author: { uid: 'ann' } } }) as RoomEvent;
const sentIn = eventOf('message_sent');
const reactedIn = eventOf('message_reacted');
const deletedIn = eventOf('message_deleted');

const GAP: Omit<EventOf<'room_caught_up'>, 'roomId' | 'from' | 'to'> = {
  type: 'room_caught_up',
  room: { id: '', name: '', description: '', createdAt: 0, seq: 0 },
  admins: [],
  reset: false,
  messages: [],
  hasOlder: false,
};

/** Summaries whose every topic is heard, unless `heard` says which. */
async function summaries({ heard }: { heard?: (topic: Topic) => boolean } = {}) {
  const made = await aRoom();
  const timers: { run: () => void; ms: number }[] = [];
  const told: (readonly Publication[])[] = [];
  const failures: unknown[] = [];
  const clock = { now: 0 };
  const all = new RoomSummaries({
    read: made.db,
    publish: publications => told.push(publications),
    isHeard: heard ?? (() => true),
    now: () => clock.now,
    setTimer: (run, ms) => timers.push({ run, ms }),
    onFailure: error => failures.push(error),
  });
  /** Runs the next timer, and answers with what was told then. */
  const tick = async () => {
    const timer = timers.shift();
    clock.now += timer?.ms ?? 0;
    const before = told.length;
    timer?.run();
    await expect.poll(() => told.length).toBe(before + 1);
    return (told.at(-1) ?? []) as Publication[];
  };
  return { ...made, all, timers, told, failures, clock, tick };
}

function summariesIn(publications: readonly Publication[]): EventOf<'room_summary'>[] {
  return publications.flatMap(({ event }) => (event.type === 'room_summary' ? [event] : []));
}

function listIn(publications: readonly Publication[]): EventOf<'list_changed'>[] {
  return publications.flatMap(({ event }) => (event.type === 'list_changed' ? [event] : []));
}

test('R1 many changes of a room are told as one, with what they were, as the room is then', async () => {
  const { db, uid, roomId, all, timers, tick } = await summaries();
  await sendMany(db, uid, roomId, 3);
  for (const event of [sentIn(roomId, 1), sentIn(roomId, 2), reactedIn(roomId, 3), deletedIn(roomId, 4, 2)])
    all.note(event);
  expect(timers).toHaveLength(1);
  const publications = await tick();
  expect(publications.map(({ topic }) => topic)).toEqual([summaryTopic(roomId), 'list']);
  const change = { authorId: 'ann', kind: 'added' };
  expect(summariesIn(publications)).toMatchObject([
    {
      room: { id: roomId, seq: 3 },
      from: 0,
      to: 4,
      changes: [
        { ...change, at: 1, seq: 1 },
        { ...change, at: 2, seq: 2 },
        { ...change, at: 4, seq: 2, kind: 'deleted' },
      ],
    },
  ]);
});

test('R1 the next summary begins where the one before ended', async () => {
  const { roomId, all, tick } = await summaries();
  const spans = [];
  for (const [from, to] of [
    [1, 3],
    [4, 4],
  ] as const) {
    for (let seq = from; seq <= to; seq++) all.note(sentIn(roomId, seq));
    const [summary] = summariesIn(await tick());
    spans.push([summary?.from, summary?.to]);
  }
  expect(spans).toEqual([
    [0, 3],
    [3, 4],
  ]);
});

test('R1 summaries leave soon after a quiet time, and then at most once a second', async () => {
  const { roomId, all, timers, clock, tick } = await summaries();
  all.note(sentIn(roomId, 1));
  expect(timers[0]?.ms).toBeLessThanOrEqual(500);
  await tick();
  clock.now += 300;
  all.note(sentIn(roomId, 2));
  expect(timers[0]?.ms).toBe(700);
});

test('R3 a summary names at most 100 changes, else it is a reset', async () => {
  const { roomId, all, tick } = await summaries();
  for (let seq = 1; seq <= MAX_SUMMARY_CHANGES; seq++) all.note(sentIn(roomId, seq));
  const [whole] = summariesIn(await tick());
  expect([whole?.changes.length, whole?.reset]).toEqual([MAX_SUMMARY_CHANGES, undefined]);
  for (let seq = 1; seq <= MAX_SUMMARY_CHANGES + 1; seq++) all.note(sentIn(roomId, seq));
  const [reset] = summariesIn(await tick());
  expect([reset?.changes, reset?.reset, reset?.to]).toEqual([[], true, MAX_SUMMARY_CHANGES + 1]);
});

test('R1 steps that come late or twice change nothing, and where one is missing a summary is a reset', async () => {
  const { roomId, all, tick } = await summaries();
  for (const seq of [4, 5, 4, 5]) all.note(sentIn(roomId, seq));
  const [inOrder] = summariesIn(await tick());
  expect([inOrder?.from, inOrder?.to, inOrder?.changes.length, inOrder?.reset]).toEqual([3, 5, 2, undefined]);
  for (const seq of [6, 8, 9]) all.note(sentIn(roomId, seq));
  const [hole] = summariesIn(await tick());
  expect([hole?.from, hole?.to, hole?.changes, hole?.reset]).toEqual([5, 9, [], true]);
});

test('R1 C9 what a server read for a gap is told in a summary, which is a reset, to those who have the room open as well', async () => {
  const { roomId, all, tick } = await summaries();
  all.note(sentIn(roomId, 4));
  all.note({ ...GAP, roomId, from: 4, to: 7 });
  const [publication, ...others] = await tick();
  expect([publication?.except, others.length]).toEqual([undefined, 1]);
  expect(publication?.event).toMatchObject({ from: 3, to: 7, changes: [], reset: true });
});

test('R1 whoever has the room open is not told again what its events said, and is told all else', async () => {
  const { roomId, all, tick } = await summaries();
  const excepts = [];
  let seq = 0;
  for (const events of [[sentIn], [sentIn, reactedIn], [reactedIn, sentIn], [sentIn]]) {
    for (const event of events) all.note(event(roomId, ++seq));
    excepts.push((await tick())[0]?.except);
  }
  const open = roomTopic(roomId);
  expect(excepts).toEqual([open, undefined, undefined, open]);
});

test('R1 only rooms that somebody follows are told of, and one that is not there is left out', async () => {
  const other = newId();
  const { db, uid, roomId, all, tick } = await summaries({
    heard: topic => topic !== 'list' && topic !== summaryTopic(other),
  });
  await run(db, createJob(uid, { id: other }));
  for (const id of [roomId, newId(), other]) all.note(sentIn(id, 1));
  expect((await tick()).map(({ topic }) => topic)).toEqual([summaryTopic(roomId)]);
});

test('R1 a new room is in the list, and a like alone changes nothing there', async () => {
  const { db, uid, roomId, all, tick } = await summaries();
  const id = newId();
  const [created] = await run(db, createJob(uid, { id }));
  for (const { event } of created && 'publications' in created ? created.publications : []) all.note(event);
  all.note(reactedIn(roomId, 1));
  expect(listIn(await tick())).toMatchObject([{ rooms: [{ id }], more: false }]);
  all.note(reactedIn(roomId, 2));
  expect(listIn(await tick())).toEqual([]);
});

test('R3 an event of the list has at most 20 rows, those that changed last first, and says that there are more', async () => {
  const { db, uid, all, tick } = await summaries();
  const ids = Array.from({ length: MAX_LIST_EVENT_ROOMS + 1 }, () => newId());
  for (const id of ids) await run(db, createJob(uid, { id, name: 'R' }));
  for (const id of ids.slice(1)) all.note(sentIn(id, 1));
  const [most] = listIn(await tick());
  expect([most?.rooms.map(room => room.id), most?.more]).toEqual([ids.slice(1).toReversed(), false]);
  for (const id of ids) all.note(sentIn(id, 2));
  const [more] = listIn(await tick());
  expect([more?.rooms.length, more?.more]).toEqual([MAX_LIST_EVENT_ROOMS, true]);
});

test('R3 an event of the list has at most 8 kB', async () => {
  const { db, uid, all, tick } = await summaries();
  const ids = Array.from({ length: MAX_LIST_EVENT_ROOMS }, () => newId());
  for (const id of ids) {
    await run(db, createJob(uid, { id, name: '\u0001x'.repeat(40) }));
    await sendMany(db, uid, id, 1);
    all.note(sentIn(id, 1));
  }
  const [event] = listIn(await tick());
  expect(Buffer.byteLength(JSON.stringify({ events: [event] }))).toBeLessThanOrEqual(MAX_LIST_EVENT_BYTES);
  expect([event?.more, event?.rooms.length]).toEqual([true, expect.any(Number)]);
});

test('R1 a change that comes while others are being told is told after them', async () => {
  const { roomId, all, timers, told } = await summaries();
  all.note(sentIn(roomId, 1));
  timers[0]?.run();
  all.note(sentIn(roomId, 2));
  expect(timers).toHaveLength(2);
  timers[1]?.run();
  await expect.poll(() => told).toHaveLength(2);
});

test('a list that cannot be read is reported', async () => {
  const { db, roomId, all, timers, failures } = await summaries();
  await db.destroy();
  all.note(sentIn(roomId, 1));
  timers[0]?.run();
  await expect.poll(() => failures).toHaveLength(1);
});
