import type { RoomEvent } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEvent, applyOlderPage, applyState, type RoomLog } from './room-log.ts';
import { ANN, aMessage, aRoom, changes, messages, newestPage, sent, seqs } from './testing/samples.ts';

function applied(log: RoomLog, event: RoomEvent): RoomLog {
  return applyEvent(log, event, ANN.uid);
}

const NOTHING: RoomLog = {
  room: aRoom(0),
  admins: [],
  seq: 0,
  messages: [],
  hasOlder: false,
  hasNewer: false,
  arrivals: 0,
};

function logTo(seq: number, from = 1): RoomLog {
  return applyState(undefined, newestPage(seq, from));
}

test('L4 an event that was applied before changes nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.array(fc.nat(11)), (length, again) => {
      const events = Array.from({ length }, (_, index) => sent(index + 1));
      const once = events.reduce(applied, NOTHING);
      const repeated = again.map(index => events[index % length] as RoomEvent);
      const twice = repeated.reduce((log, event) => applied(log, { ...event, seq: log.seq }), once);
      expect(twice).toEqual(once);
    }),
  );
});

test('L4 rows that come in any order, repeated and stale, make the same log as the newest ones in order', () => {
  const row = fc.record({ seq: fc.integer({ min: 1, max: 8 }), age: fc.nat(3) });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), fc.array(fc.nat(29)), (rows, again) => {
      const copies = rows.map(({ seq, age }) =>
        aMessage(seq, { changedSeq: seq + 10 * age, text: `${seq} ${age}` }),
      );
      const shuffled = [...copies, ...again.flatMap(index => copies[index] ?? [])];
      const reached = shuffled.reduce(
        (log, message) => applyState(log, { ...changes(0, 40), messages: [message] }),
        NOTHING,
      );
      const inOrder = copies.toSorted((a, b) => a.changedSeq - b.changedSeq);
      const newest = [...new Map(inOrder.map(message => [message.seq, message])).values()];
      expect(reached.messages).toEqual(newest.toSorted((a, b) => a.seq - b.seq));
    }),
  );
});

test('L4 of two copies of a row the one with the higher changedSeq counts', () => {
  const log = logTo(3);
  const changed = aMessage(2, { changedSeq: 4, text: 'changed' });
  const later = applyState(log, { ...changes(3, 4), messages: [changed] });
  expect(later.messages).toEqual([aMessage(1), changed, aMessage(3)]);
  const earlier = applyState(later, { ...changes(1, 3), messages: messages(2, 3) });
  expect(earlier.messages).toEqual(later.messages);
});

test('C4 a reset replaces all that was known', () => {
  const reset = newestPage(900, 886);
  expect(applyState(logTo(20), reset)).toEqual({
    room: aRoom(900),
    admins: [],
    seq: 900,
    messages: messages(886, 900),
    hasOlder: true,
    hasNewer: false,
    arrivals: 15,
  });
});

test('C4 a catch-up adds to what was known and keeps what it knew of older ones', () => {
  const log = applyState(logTo(20, 6), changes(20, 23));
  expect(seqs(log)).toEqual(messages(6, 23).map(({ seq }) => seq));
  expect(log).toMatchObject({ seq: 23, hasOlder: true });
});

test('C7 a changed row of a page that is not loaded yet leaves no hole: it comes with its page', () => {
  const log = logTo(20, 6);
  const row = aMessage(3, { changedSeq: 21 });
  const caughtUp = applyState(log, { ...changes(20, 21), messages: [row] });
  expect(caughtUp).toMatchObject({ seq: 21, messages: log.messages });
});

test('C7 an older page goes in front', () => {
  const log = applyOlderPage(logTo(20, 6), {
    seq: 20,
    messages: messages(1, 5),
    hasOlder: false,
    hasNewer: true,
  });
  expect(log).toEqual(logTo(20));
});
