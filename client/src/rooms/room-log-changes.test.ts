import { type EventOf, HEART, type Reactions, type RoomEvent, toReply } from '@snug/protocol';
import { expect, test } from 'vitest';
import {
  ANN,
  listSeqs,
  makeCatchUp,
  makeId,
  makeMessage,
  makeNewestPage,
  makeRoom,
  ROOM_ID,
} from '../testing/samples.ts';
import { applyEvent } from './apply-event.ts';
import { applyState, type RoomLog } from './room-log.ts';

const BEN = makeId(3);

function apply(log: RoomLog, ...events: RoomEvent[]): RoomLog {
  return events.reduce((log, event) => applyEvent(log, event, ANN.uid), log);
}

type Reacted = EventOf<'message_reacted'>;

/** `reactions`: the counts afterwards. */
function makeMessageReacted(
  seq: number,
  of: number,
  { uid = BEN, emoji = HEART, on = true, ...reactions }: Partial<Reacted> & { counts?: Reactions } = {},
): Reacted {
  const { counts = { [HEART]: 1 } } = reactions;
  const message = {
    ...makeMessage(of, { changedSeq: seq }),
    ...(Object.keys(counts).length > 0 && { reactions: counts }),
  };
  return { type: 'message_reacted', roomId: ROOM_ID, seq, message, uid, emoji, on };
}

function makeMessageDeleted(seq: number, of: number): RoomEvent {
  const { text: _, ...rest } = makeMessage(of, { changedSeq: seq });
  return { type: 'message_deleted', roomId: ROOM_ID, seq, message: { ...rest, deletedAt: 0 } };
}

test('M7 an own like shows as own, one of another person only counts', () => {
  const log = applyState(undefined, makeNewestPage(2));
  const mine = apply(log, makeMessageReacted(3, 1, { uid: ANN.uid }));
  expect(mine.messages[0]).toMatchObject({ reactions: { [HEART]: 1 }, mine: [HEART] });
  const both = apply(mine, makeMessageReacted(4, 1, { counts: { [HEART]: 2 } }));
  expect(both.messages[0], 'an event of another person keeps the own reaction').toMatchObject({
    reactions: { [HEART]: 2 },
    mine: [HEART],
  });
  const theirs = apply(both, makeMessageReacted(5, 1, { uid: ANN.uid, on: false }));
  expect(theirs.messages[0]).toMatchObject({ reactions: { [HEART]: 1 }, mine: [] });
});

test('M7 own reactions have the order of the counts, and end with them', () => {
  const log = applyState(undefined, makeNewestPage(2));
  const first = apply(log, makeMessageReacted(3, 1, { emoji: '👍', counts: { '👍': 1 } }));
  const mine = { uid: ANN.uid, counts: { '👍': 2, [HEART]: 1 } };
  const both = apply(
    first,
    makeMessageReacted(4, 1, mine),
    makeMessageReacted(5, 1, { ...mine, emoji: '👍' }),
  );
  expect(both.messages[0]).toMatchObject({ mine: ['👍', HEART] });
  const caughtUp = applyState(both, {
    ...makeCatchUp(5, 5),
    seq: 6,
    messages: [{ ...makeMessage(1, { changedSeq: 6 }), reactions: { [HEART]: 1 }, mine: [] }],
  });
  expect(caughtUp.messages[0], 'a result has the own reactions').toMatchObject({ mine: [] });
  const none = apply(both, makeMessageReacted(6, 1, { uid: ANN.uid, on: false, counts: {} }));
  expect(none.messages[0]).not.toHaveProperty('mine');
  expect(none.messages[0]).not.toHaveProperty('reactions');
});

test('M7 a reaction without the long text keeps the known text', () => {
  const log = applyState(undefined, makeNewestPage(2));
  const { text: known } = log.messages[0] ?? {};
  const like = makeMessageReacted(3, 1);
  const { text: _, ...message } = like.message;
  const after = apply(log, { ...like, message, withoutText: true });
  expect(after.messages[0]).toMatchObject({ text: known, reactions: { [HEART]: 1 } });
  const unknown = { ...message, seq: 9, id: makeId(9), changedSeq: 4 };
  expect(listSeqs(apply(after, { ...like, seq: 4, message: unknown, withoutText: true }))).toEqual([1, 2]);
});

test('M6 a deleted message leaves the log, by its event or by a catch-up', () => {
  const log = applyState(undefined, makeNewestPage(3));
  expect(listSeqs(apply(log, makeMessageDeleted(4, 2)))).toEqual([1, 3]);
  const row = (makeMessageDeleted(4, 2) as RoomEvent & { message: object }).message;
  const caughtUp = applyState(log, { ...makeCatchUp(3, 3), seq: 4, messages: [row as never] });
  expect(listSeqs(caughtUp)).toEqual([1, 3]);
});

test('C4 if all known messages are deleted, a change of an older one leaves no hole', () => {
  const log = apply(applyState(undefined, makeNewestPage(10, 10)), makeMessageDeleted(11, 10));
  expect(log).toMatchObject({ messages: [], hasOlder: true });
  const after = apply(log, makeMessageReacted(12, 3));
  expect(listSeqs(after)).toEqual([]);
  const sent: RoomEvent = { type: 'message_sent', roomId: ROOM_ID, seq: 13, message: makeMessage(13) };
  expect(listSeqs(apply(after, sent))).toEqual([13]);
});

test('L5 an edit of the room and a change of its admins are applied like any other', () => {
  const log = applyState(undefined, makeNewestPage(1));
  const room = makeRoom(2, { name: 'Other' });
  const admin = (seq: number, admin: boolean): RoomEvent => ({
    type: 'admin_changed',
    roomId: ROOM_ID,
    seq,
    uid: BEN,
    admin,
  });
  const edited = apply(
    log,
    { type: 'room_edited', roomId: ROOM_ID, seq: 2, room },
    admin(3, true),
    admin(4, true),
  );
  expect(edited).toMatchObject({ seq: 4, room: { name: 'Other' }, admins: [BEN] });
  expect(apply(edited, admin(5, false)).admins).toEqual([]);
});

test('D4 a reply follows its source, also if the source is not loaded', () => {
  const source = makeMessage(1);
  const reply = { ...makeMessage(3), reply: toReply(source), rootId: source.id };
  const log = applyState(undefined, { ...makeNewestPage(3, 3), messages: [reply], hasOlder: true });
  const edited = { ...source, text: 'changed', revision: 1, editedAt: 5, changedSeq: 4 };
  const event = { type: 'message_edited', roomId: ROOM_ID, seq: 4, message: edited } as const;
  const after = applyEvent(log, event, undefined);
  expect(after.messages).toEqual([{ ...reply, reply: toReply(edited) }]);
  const { text: _, ...deleted } = { ...edited, deletedAt: 6, changedSeq: 5 };
  const last = applyEvent(after, { ...event, type: 'message_deleted', seq: 5, message: deleted }, undefined);
  expect(last.messages[0]?.reply).toEqual({
    id: source.id,
    seq: 1,
    author: source.author,
    deleted: true,
  });
});

function makeMessagePinned(
  seq: number,
  of: number,
  { on = true, pinCount = 1 } = {},
): EventOf<'message_pinned'> {
  const message = { ...makeMessage(of, { changedSeq: seq }), ...(on && { pinnedAt: 1, pinnedBy: BEN }) };
  return { type: 'message_pinned', roomId: ROOM_ID, seq, message, uid: BEN, on, pinCount };
}

test('I1 I3 a room counts its pins, and a pin without the long text keeps the known text', () => {
  const log = applyState(undefined, makeNewestPage(2));
  const { text, ...message } = makeMessagePinned(3, 1).message;
  const pinned = apply(log, { ...makeMessagePinned(3, 1), message, withoutText: true });
  expect(pinned).toMatchObject({ room: { pinCount: 1 }, messages: [{ text, pinnedBy: BEN }, {}] });
  const both = apply(pinned, makeMessagePinned(4, 2, { pinCount: 2 }));
  const unpinned = apply(both, makeMessagePinned(5, 1, { on: false }));
  expect(unpinned.room.pinCount).toBe(1);
  expect(unpinned.messages[0]).not.toHaveProperty('pinnedAt');
  const deleted = apply(unpinned, { ...makeMessageDeleted(6, 2), pinCount: 0 } as RoomEvent);
  expect(deleted.room).not.toHaveProperty('pinCount');
  expect(apply(both, makeMessageDeleted(5, 1)).room.pinCount).toBe(2);
});

test('GU9 a room counts its guests as each change of its members says', () => {
  const log = applyState(undefined, makeNewestPage(2));
  const change = (seq: number, guests?: number): RoomEvent => ({
    type: 'member_changed',
    roomId: ROOM_ID,
    seq,
    uid: BEN,
    role: 'member',
    canRead: true,
    ...(guests !== undefined && { guests }),
  });
  const two = apply(log, change(3, 2));
  expect(two.room.guests).toBe(2);
  // Servers of the previous release do not count them.
  expect(apply(two, change(4)).room.guests).toBe(2);
  expect(apply(two, change(4, 0)).room).not.toHaveProperty('guests');
});
