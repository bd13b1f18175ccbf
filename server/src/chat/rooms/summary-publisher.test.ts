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
import { newId } from '../../base/ids.ts';
import type { Publication } from '../../db/mutation.ts';
import { createRoomJob, createTestRoom, runJobs, sendMany } from '../../testing/database.ts';
import { SummaryPublisher } from './summary-publisher.ts';

const makeEvent =
  (type: RoomEvent['type']) =>
  (roomId: string, seq: number, place = seq) =>
    ({ type, roomId, seq, message: { seq: place, author: { uid: 'ann' } } }) as RoomEvent;
const makeSent = makeEvent('message_sent');
const makeReacted = makeEvent('message_reacted');
const makeDeleted = makeEvent('message_deleted');

const GAP: Omit<EventOf<'room_caught_up'>, 'roomId' | 'from' | 'to'> = {
  type: 'room_caught_up',
  room: { id: '', name: '', description: '', createdAt: 0, seq: 0 },
  admins: [],
  reset: false,
  messages: [],
  hasOlder: false,
};

/** Summaries with a subscriber for every topic, unless `hasSubscribers` decides. */
async function createSummaries({ hasSubscribers }: { hasSubscribers?: (topic: Topic) => boolean } = {}) {
  const room = await createTestRoom();
  const timers: { run: () => void; ms: number }[] = [];
  const published: (readonly Publication[])[] = [];
  const failures: unknown[] = [];
  const checked: string[] = [];
  const clock = { now: 0 };
  const database = { isAway: false };
  const all = new SummaryPublisher({
    read: room.db,
    publish: publications => published.push(publications),
    hasSubscribers: hasSubscribers ?? (() => true),
    endUnreadable: async roomIds => {
      if (database.isAway) throw new Error('the database is away');
      checked.push(...roomIds);
    },
    endOldBans: async () => {},
    now: () => clock.now,
    setTimer: (run, ms) => timers.push({ run, ms }),
    onFailure: error => failures.push(error),
  });
  /** Runs the next timer, and returns its publications. */
  const tick = async () => {
    const timer = timers.shift();
    clock.now += timer?.ms ?? 0;
    const before = published.length;
    timer?.run();
    await expect.poll(() => published.length).toBe(before + 1);
    return (published.at(-1) ?? []) as Publication[];
  };
  return { ...room, all, timers, published, failures, checked, clock, database, tick };
}

function listSummaries(publications: readonly Publication[]): EventOf<'room_summary'>[] {
  return publications.flatMap(({ event }) => (event.type === 'room_summary' ? [event] : []));
}

function listChanges(publications: readonly Publication[]): EventOf<'list_changed'>[] {
  return publications.flatMap(({ event }) => (event.type === 'list_changed' ? [event] : []));
}

test('R1 several changes of a room are one summary, with each change and the room’s present state', async () => {
  const { db, uid, roomId, all, timers, tick } = await createSummaries();
  await sendMany(db, uid, roomId, 3);
  for (const event of [
    makeSent(roomId, 1),
    makeSent(roomId, 2),
    makeReacted(roomId, 3),
    makeDeleted(roomId, 4, 2),
  ])
    all.record(event);
  expect(timers).toHaveLength(1);
  const publications = await tick();
  expect(publications.map(({ topic }) => topic)).toEqual([summaryTopic(roomId), 'list']);
  const change = { authorId: 'ann', kind: 'added' };
  expect(listSummaries(publications)).toMatchObject([
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

test('R1 a summary begins where the previous one ended', async () => {
  const { roomId, all, tick } = await createSummaries();
  const spans = [];
  for (const [from, to] of [
    [1, 3],
    [4, 4],
  ] as const) {
    for (let seq = from; seq <= to; seq++) all.record(makeSent(roomId, seq));
    const [summary] = listSummaries(await tick());
    spans.push([summary?.from, summary?.to]);
  }
  expect(spans).toEqual([
    [0, 3],
    [3, 4],
  ]);
});

test('R1 summaries are published soon after a quiet time, and then at most once a second', async () => {
  const { roomId, all, timers, clock, tick } = await createSummaries();
  all.record(makeSent(roomId, 1));
  expect(timers[0]?.ms).toBeLessThanOrEqual(500);
  await tick();
  clock.now += 300;
  all.record(makeSent(roomId, 2));
  expect(timers[0]?.ms).toBe(700);
});

test('J6 a summary names a message to everyone, and is a reset if an edit makes it none', async () => {
  const { roomId, all, tick } = await createSummaries();
  const sent = makeSent(roomId, 1);
  const mentions = [{ uid: null, start: 0, length: 5 }];
  all.record({ ...sent, message: { ...makeMessage(sent), mentions } } as RoomEvent);
  expect(listSummaries(await tick())).toMatchObject([
    { changes: [{ at: 1, kind: 'added', everyone: true }] },
  ]);
  all.record({ ...makeEvent('message_edited')(roomId, 2, 1), notEveryone: true } as RoomEvent);
  expect(listSummaries(await tick())).toMatchObject([{ from: 1, to: 2, changes: [], reset: true }]);
});

function makeMessage(event: RoomEvent): object {
  return 'message' in event ? event.message : {};
}

test('R3 a summary names at most 100 changes, otherwise it is a reset', async () => {
  const { roomId, all, tick } = await createSummaries();
  for (let seq = 1; seq <= MAX_SUMMARY_CHANGES; seq++) all.record(makeSent(roomId, seq));
  const [whole] = listSummaries(await tick());
  expect([whole?.changes.length, whole?.reset]).toEqual([MAX_SUMMARY_CHANGES, undefined]);
  for (let seq = 1; seq <= MAX_SUMMARY_CHANGES + 1; seq++) all.record(makeSent(roomId, seq));
  const [reset] = listSummaries(await tick());
  expect([reset?.changes, reset?.reset, reset?.to]).toEqual([[], true, MAX_SUMMARY_CHANGES + 1]);
});

test('R1 late and repeated changes have no effect, and a summary with a missing change is a reset', async () => {
  const { roomId, all, tick } = await createSummaries();
  for (const seq of [4, 5, 4, 5]) all.record(makeSent(roomId, seq));
  const [inOrder] = listSummaries(await tick());
  expect([inOrder?.from, inOrder?.to, inOrder?.changes.length, inOrder?.reset]).toEqual([3, 5, 2, undefined]);
  for (const seq of [6, 8, 9]) all.record(makeSent(roomId, seq));
  const [hole] = listSummaries(await tick());
  expect([hole?.from, hole?.to, hole?.changes, hole?.reset]).toEqual([5, 9, [], true]);
});

test('R1 C9 a gap that a server reads from the database is a reset in the summary, also for viewers of the room', async () => {
  const { roomId, all, tick } = await createSummaries();
  all.record(makeSent(roomId, 4));
  all.record({ ...GAP, roomId, from: 4, to: 7 });
  const [publication, ...others] = await tick();
  expect([publication?.exceptTopic, others.length]).toEqual([undefined, 1]);
  expect(publication?.event).toMatchObject({ from: 3, to: 7, changes: [], reset: true });
});

test('R1 viewers of a room receive no summary that repeats its events, and every other summary', async () => {
  const { roomId, all, tick } = await createSummaries();
  const excepts = [];
  let seq = 0;
  for (const events of [[makeSent], [makeSent, makeReacted], [makeReacted, makeSent], [makeSent]]) {
    for (const event of events) all.record(event(roomId, ++seq));
    excepts.push((await tick())[0]?.exceptTopic);
  }
  const open = roomTopic(roomId);
  expect(excepts).toEqual([open, undefined, undefined, open]);
});

test('R1 only rooms with subscribers have summaries, and rooms that do not exist are left out', async () => {
  const other = newId();
  const { db, uid, roomId, all, tick } = await createSummaries({
    hasSubscribers: topic => topic !== 'list' && topic !== summaryTopic(other),
  });
  await runJobs(db, createRoomJob(uid, { id: other }));
  for (const id of [roomId, newId(), other]) all.record(makeSent(id, 1));
  expect((await tick()).map(({ topic }) => topic)).toEqual([summaryTopic(roomId)]);
});

test('R1 a new room is in the list, and a like alone changes nothing there', async () => {
  const { db, uid, roomId, all, tick } = await createSummaries();
  const id = newId();
  const [created] = await runJobs(db, createRoomJob(uid, { id }));
  for (const { event } of created && 'publications' in created ? created.publications : []) all.record(event);
  all.record(makeReacted(roomId, 1));
  expect(listChanges(await tick())).toMatchObject([{ rooms: [{ id }], more: false }]);
  all.record(makeReacted(roomId, 2));
  expect(listChanges(await tick())).toEqual([]);
});

test('R3 an event of the list has at most 20 rows, the latest changes first, and reports that there are more', async () => {
  const { db, uid, all, tick } = await createSummaries();
  const ids = Array.from({ length: MAX_LIST_EVENT_ROOMS + 1 }, () => newId());
  for (const id of ids) await runJobs(db, createRoomJob(uid, { id, name: 'R' }));
  for (const id of ids.slice(1)) all.record(makeSent(id, 1));
  const [most] = listChanges(await tick());
  expect([most?.rooms.map(room => room.id), most?.more]).toEqual([ids.slice(1).toReversed(), false]);
  for (const id of ids) all.record(makeSent(id, 2));
  const [more] = listChanges(await tick());
  expect([more?.rooms.length, more?.more]).toEqual([MAX_LIST_EVENT_ROOMS, true]);
});

test('R3 an event of the list has at most 8 kB', async () => {
  const { db, uid, all, tick } = await createSummaries();
  const ids = Array.from({ length: MAX_LIST_EVENT_ROOMS }, () => newId());
  for (const id of ids) {
    await runJobs(db, createRoomJob(uid, { id, name: '\u0001x'.repeat(40) }));
    await sendMany(db, uid, id, 1);
    all.record(makeSent(id, 1));
  }
  const [event] = listChanges(await tick());
  expect(Buffer.byteLength(JSON.stringify({ events: [event] }))).toBeLessThanOrEqual(MAX_LIST_EVENT_BYTES);
  expect([event?.more, event?.rooms.length]).toEqual([true, expect.any(Number)]);
});

test.each([['with readers of the list'], ['without readers of the list']])(
  'R1 changes during a publication are the next summary, %s',
  async readers => {
    const hasSubscribers = (topic: Topic) => topic !== 'list' || readers === 'with readers of the list';
    const { db, uid, roomId, all, timers, published, tick } = await createSummaries({ hasSubscribers });
    const other = newId();
    await runJobs(db, createRoomJob(uid, { id: other }));
    all.record(makeSent(roomId, 1));
    timers.shift()?.run();
    all.record(makeSent(roomId, 2));
    all.record(makeDeleted(roomId, 3, 1));
    all.record(makeSent(other, 1));
    await expect.poll(() => published).toHaveLength(1);
    expect(listSummaries(published[0] ?? [])).toMatchObject([{ from: 0, to: 1 }]);
    const summaries = listSummaries(await tick());
    expect(summaries).toMatchObject([
      { room: { id: roomId }, from: 1, to: 3, changes: [{ at: 2 }, { at: 3, kind: 'deleted' }] },
      { room: { id: other }, from: 0, to: 1 },
    ]);
    expect(timers).toEqual([]);
  },
);

test('R1 summaries that fail are reported, and follow as resets', async () => {
  const { roomId, all, timers, failures, published, database, tick } = await createSummaries();
  database.isAway = true;
  all.record(makeSent(roomId, 1));
  timers.shift()?.run();
  all.record(makeSent(roomId, 2));
  await expect.poll(() => failures).toHaveLength(1);
  expect(published).toEqual([]);
  database.isAway = false;
  expect(listSummaries(await tick())).toMatchObject([{ from: 0, to: 2, changes: [], reset: true }]);
});

test('Y1 the list has no trace of a private room, and its readers are checked before its summary', async () => {
  const { db, uid, all, checked, tick } = await createSummaries();
  const [id, openId] = [newId(), newId()];
  await runJobs(db, createRoomJob(uid, { id, kind: 'private' }), createRoomJob(uid, { id: openId }));
  all.record(makeSent(id, 1));
  const alone = await tick();
  expect(listChanges(alone)).toEqual([]);
  expect(listSummaries(alone).map(({ room }) => room.id)).toEqual([id]);
  expect(checked).toEqual([id]);
  for (let seq = 2; seq < 40; seq++) all.record(makeSent(id, seq));
  all.record(makeSent(openId, 1));
  expect(listChanges(await tick())).toMatchObject([{ rooms: [{ id: openId }], more: false }]);
});

test('Y10 Y11 an archived room and a deleted one leave the list', async () => {
  const { db, uid, roomId, all, tick } = await createSummaries();
  const id = newId();
  await runJobs(
    db,
    createRoomJob(uid, { id }),
    { mutation: 'archive_room', caller: { uid }, input: { roomId, archived: true } },
    { mutation: 'delete_room', caller: { uid }, input: { roomId: id, name: 'Room' } },
  );
  all.record(makeEvent('room_edited')(roomId, 1));
  all.record(makeEvent('room_deleted')(id, 1));
  expect(listChanges(await tick())).toEqual([
    { type: 'list_changed', rooms: [], removed: [id, roomId], more: false },
  ]);
});
