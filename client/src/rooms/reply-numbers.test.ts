import type { RoomEvent } from '@snug/protocol';
import { array, assert, integer, nat, property, record, shuffledSubarray } from 'fast-check';
import { expect, test } from 'vitest';
import { makeId, makeMessage, makeNewestPage, ROOM_ID } from '../testing/samples.ts';
import { applyEvent } from './apply-event.ts';
import { putEventCount, putReplyCounts, type ReplyNumbers } from './reply-numbers.ts';
import { applyOlderPage, applyState, trimLog } from './room-log.ts';

const ROOT = makeMessage(1);

function replyEvent(seq: number, replies: number): RoomEvent {
  const message = { ...makeMessage(seq), rootId: ROOT.id };
  return { type: 'message_sent', roomId: ROOM_ID, seq, message, replies };
}

test('D6 numbers in any order, and repeated, end as the last one', () => {
  const numbers = array(record({ step: integer({ min: 1, max: 9 }), count: nat({ max: 50 }) }), {
    minLength: 1,
  });
  assert(
    property(numbers, shuffledSubarray([0, 1, 2, 3]), (steps, order) => {
      const events = steps.map(({ count }, index) => replyEvent(index + 2, count));
      const repeated = [...events, ...order.map(index => events[index % events.length] ?? events[0])];
      for (const list of [events, repeated, repeated.toReversed()]) {
        let known: ReplyNumbers | undefined;
        for (const event of list) if (event) known = putEventCount(known, event);
        expect(known?.[ROOT.id]).toEqual({ count: steps.at(-1)?.count, at: events.length + 1 });
      }
    }),
  );
});

test('D6 a page that is older than the log changes no number', () => {
  const state = { ...makeNewestPage(10, 8), replies: { [ROOT.id]: 2 } };
  const log = applyEvent(applyState(undefined, state), replyEvent(11, 3), undefined);
  expect(log.replies?.[ROOT.id]).toEqual({ count: 3, at: 11 });
  const page = { seq: 10, messages: [ROOT], hasOlder: false, hasNewer: true };
  const older = applyOlderPage(log, { ...page, replies: { [ROOT.id]: 2, [makeId(999)]: 7 } });
  expect(older.replies).toEqual({ [ROOT.id]: { count: 3, at: 11 }, [makeId(999)]: { count: 7, at: 10 } });
  expect(applyState(older, { ...state, seq: 12 }).replies, 'a reset').toEqual({
    [ROOT.id]: { count: 2, at: 12 },
  });
});

test('D6 a trimmed log keeps the numbers of what it shows, and a bounded number of them', () => {
  const counts = Object.fromEntries(
    Array.from({ length: 1_500 }, (_, index) => [makeId(100 + index), index]),
  );
  const log = {
    ...applyState(undefined, makeNewestPage(40)),
    replies: putReplyCounts(undefined, counts, 40),
  };
  const { messages, replies = {} } = trimLog(log, 10);
  expect(Object.keys(replies).toSorted()).toEqual(messages.map(({ id }) => id).toSorted());
});
