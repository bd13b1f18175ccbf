import type { RoomEvent } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ANN,
  listSeqs,
  makeCatchUp,
  makeMessage,
  makeMessageSent,
  makeMessages,
  makeNewestPage,
  makeRoom,
  ROOM_ID,
} from '../testing/samples.ts';
import { applyEvent } from './apply-event.ts';
import { applyOlderPage, applyState, includesPlace, type RoomLog } from './room-log.ts';

function applyToLog(log: RoomLog, event: RoomEvent): RoomLog {
  return applyEvent(log, event, ANN.uid);
}

const EMPTY_LOG: RoomLog = {
  room: makeRoom(0),
  admins: [],
  seq: 0,
  messages: [],
  hasOlder: false,
  hasNewer: false,
  aheadTo: 0,
  arrivalCount: 0,
};

function makeLog(seq: number, from = 1): RoomLog {
  return applyState(undefined, makeNewestPage(seq, from));
}

test('L4 a repeated event changes nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.array(fc.nat(11)), (length, again) => {
      const events = Array.from({ length }, (_, index) => makeMessageSent(index + 1));
      const once = events.reduce(applyToLog, EMPTY_LOG);
      const repeated = again.map(index => events[index % length] as RoomEvent);
      const twice = repeated.reduce((log, event) => applyToLog(log, { ...event, seq: log.seq }), once);
      expect(twice).toEqual(once);
    }),
  );
});

test('L4 rows in any order, repeated and stale, make the same log as the newest ones in order', () => {
  const row = fc.record({ seq: fc.integer({ min: 1, max: 8 }), age: fc.nat(3) });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), fc.array(fc.nat(29)), (rows, again) => {
      const copies = rows.map(({ seq, age }) =>
        makeMessage(seq, { changedSeq: seq + 10 * age, text: `${seq} ${age}` }),
      );
      const shuffled = [...copies, ...again.flatMap(index => copies[index] ?? [])];
      const reached = shuffled.reduce(
        (log, message) => applyState(log, { ...makeCatchUp(0, 40), messages: [message] }),
        EMPTY_LOG,
      );
      const inOrder = copies.toSorted((a, b) => a.changedSeq - b.changedSeq);
      const newest = [...new Map(inOrder.map(message => [message.seq, message])).values()];
      expect(reached.messages).toEqual(newest.toSorted((a, b) => a.seq - b.seq));
    }),
  );
});

test('L4 of two copies of a row the one with the higher changedSeq counts', () => {
  const log = makeLog(3);
  const changed = makeMessage(2, { changedSeq: 4, text: 'changed' });
  const later = applyState(log, { ...makeCatchUp(3, 4), messages: [changed] });
  expect(later.messages).toEqual([makeMessage(1), changed, makeMessage(3)]);
  const earlier = applyState(later, { ...makeCatchUp(1, 3), messages: makeMessages(2, 3) });
  expect(earlier.messages).toEqual(later.messages);
});

test('C4 a reset replaces the log', () => {
  const reset = makeNewestPage(900, 886);
  expect(applyState(makeLog(20), reset)).toEqual({
    room: makeRoom(900),
    admins: [],
    seq: 900,
    messages: makeMessages(886, 900),
    hasOlder: true,
    hasNewer: false,
    aheadTo: 901,
    arrivalCount: 15,
  });
});

test('C4 a catch-up adds to the log and keeps its older messages', () => {
  const log = applyState(makeLog(20, 6), makeCatchUp(20, 23));
  expect(listSeqs(log)).toEqual(makeMessages(6, 23).map(({ seq }) => seq));
  expect(log).toMatchObject({ seq: 23, hasOlder: true });
});

test('C7 a changed row of a page that is not loaded yet leaves no hole: it comes with its page', () => {
  const log = makeLog(20, 6);
  const row = makeMessage(3, { changedSeq: 21 });
  const caughtUp = applyState(log, { ...makeCatchUp(20, 21), messages: [row] });
  expect(caughtUp).toMatchObject({ seq: 21, messages: log.messages });
});

test('U6 a log knows up to which change its messages can be newer than its position', () => {
  const deleted = { ...makeMessage(4, { changedSeq: 23 }), deletedAt: 1 };
  const ahead = applyState(makeLog(20), { ...makeCatchUp(20, 21), messages: [deleted] });
  expect(ahead).toMatchObject({ seq: 21, aheadTo: 23 });
  expect(applyState(ahead, makeCatchUp(21, 24))).toMatchObject({ seq: 24, aheadTo: 24 });
  const page = { seq: 30, messages: [], hasOlder: false, hasNewer: false };
  expect(applyOlderPage(makeLog(20, 6), page).aheadTo).toBe(31);
});

test('C7 an older page goes in front', () => {
  const log = applyOlderPage(makeLog(20, 6), {
    seq: 20,
    messages: makeMessages(1, 5),
    hasOlder: false,
    hasNewer: true,
  });
  expect(log).toEqual(makeLog(20));
});

test('A13 a removed message stays in its place, without its content', () => {
  const { text: _, ...known } = makeMessage(2, { changedSeq: 4 });
  const message = { ...known, deletedAt: 4, removed: true as const };
  const log = makeLog(3);
  const changed = applyToLog(log, { type: 'message_deleted', roomId: ROOM_ID, seq: 4, message });
  expect(changed.messages.map(({ seq, text, removed }) => [seq, text === undefined, removed])).toEqual([
    [1, false, undefined],
    [2, true, true],
    [3, false, undefined],
  ]);
  expect(changed.arrivalCount).toBe(log.arrivalCount);
});

test('a log includes a message, or a place after a seq if it has both sides of it', () => {
  const whole = makeLog(20);
  const part = { ...makeLog(20, 10), hasOlder: true };
  expect([0, 10, 19, 20].map(place => includesPlace(whole, place))).toEqual([true, true, true, false]);
  expect([0, 8, 9, 19, 20].map(place => includesPlace(part, place))).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
  expect(includesPlace(part, makeMessage(10).id)).toBe(true);
  expect(includesPlace(part, makeMessage(9).id)).toBe(false);
  expect(includesPlace(EMPTY_LOG, 0)).toBe(false);
});
