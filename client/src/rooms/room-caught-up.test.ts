import { type EventOf, HEART, type Message } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ANN,
  listSeqs,
  makeCatchUp,
  makeId,
  makeMessage,
  makeMessageSent,
  makeMessages,
  makeNewestPage,
  ROOM_ID,
} from '../testing/samples.ts';
import { createChatInRoom, reconnect } from '../testing/test-chat.ts';

const LIKED = { [HEART]: 1 };

function makeCaughtUp(from: number, to: number, rows?: readonly Message[]): EventOf<'room_caught_up'> {
  const { seq: _, messages, ...state } = makeCatchUp(from, to);
  return { type: 'room_caught_up', roomId: ROOM_ID, from, to, ...state, messages: [...(rows ?? messages)] };
}

function makeLikedMessage(seq: number, { changedSeq = seq } = {}): Message {
  return { ...makeMessage(seq, { changedSeq }), reactions: LIKED };
}

/** The person's own like of a message, or its removal, as the change `changedSeq`. */
function makeOwnLike(seq: number, changedSeq: number, on: boolean): EventOf<'message_reacted'> {
  const { reactions: _, ...row } = makeLikedMessage(seq, { changedSeq });
  const message = on ? { ...row, reactions: LIKED } : row;
  const { uid } = ANN;
  return { type: 'message_reacted', roomId: ROOM_ID, seq: changedSeq, message, uid, emoji: HEART, on };
}

test('C10 a client at the start of a gap or later applies its changes like a catch-up', async () => {
  for (const at of [2, 3, 4]) {
    const { room, socket } = await createChatInRoom(at);
    socket.sendEvents(makeCaughtUp(2, 5), makeMessageSent(6));
    expect(listSeqs(room.view.get().log)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(room.view.get().log?.seq).toBe(6);
    expect(socket.getCommands('catch_up')).toEqual([]);
  }
});

test('C10 a client behind the start of the gap catches up alone', async () => {
  const { room, socket } = await createChatInRoom(1);
  socket.sendEvents(makeCaughtUp(2, 5));
  expect(socket.getCommands('catch_up').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, since: 1, incarnation: '', trims: true },
  ]);
  await socket.sendResult(socket.getCommands('catch_up')[0], makeCatchUp(1, 3));
  expect(listSeqs(room.view.get().log)).toEqual([1, 2, 3, 4, 5]);
});

test('C10 L4 a client past the end of the gap changes nothing', async () => {
  const { room, socket } = await createChatInRoom(6);
  const before = room.view.get();
  socket.sendEvents(makeCaughtUp(2, 5), makeCaughtUp(4, 6));
  expect(room.view.get()).toBe(before);
});

test('C10 a gap that is too long becomes the newest page, which replaces the messages', async () => {
  const { room, socket } = await createChatInRoom(3);
  const event = makeCaughtUp(3, 90, makeMessages(80, 90));
  socket.sendEvents({ ...event, reset: true, hasOlder: true });
  expect(room.view.get().log).toMatchObject({ seq: 90, hasOlder: true, messages: makeMessages(80, 90) });
});

test('C10 new messages in a gap arrive once, and changed ones do not', async () => {
  const { chat, socket } = await createChatInRoom(3);
  const arrived: number[] = [];
  chat.arrivals.subscribe(({ seq }) => arrived.push(seq));
  const byBen = (row: Message) => ({ ...row, author: { ...ANN, uid: makeId(9) } });
  const rows = [makeMessage(2, { changedSeq: 4 }), makeMessage(5), makeMessage(6)].map(byBen);
  socket.sendEvents(makeCaughtUp(3, 6, rows), { ...makeMessageSent(6), message: byBen(makeMessage(6)) });
  expect(arrived).toEqual([5, 6]);
});

test('C10 L2 after any mix of changes and gaps, the log ends complete and in order', async () => {
  const span = fc.tuple(fc.nat(12), fc.integer({ min: 1, max: 4 }), fc.boolean());
  await fc.assert(
    fc.asyncProperty(fc.nat(5), fc.array(span, { maxLength: 15 }), async (start, spans) => {
      const { room, socket } = await createChatInRoom(start);
      for (const [from, length, isGap] of spans)
        socket.sendEvents(isGap ? makeCaughtUp(from, from + length) : makeMessageSent(from + length));
      const top = Math.max(start, ...spans.map(([from, length]) => from + length));
      for (const sentCommand of socket.getCommands('catch_up'))
        await socket.sendResult(sentCommand, makeCatchUp(Number(sentCommand.input.since), top));
      expect(room.view.get().log).toMatchObject({ seq: top, messages: makeMessages(1, top) });
    }),
  );
});

/** A chat in a room of three messages. A gap changed the second and added a fourth; another person liked both. */
async function createRoomAfterGap() {
  const setup = await createChatInRoom(3);
  setup.socket.sendEvents(
    makeCaughtUp(3, 5, [
      makeLikedMessage(2, { changedSeq: 5 }),
      makeLikedMessage(4),
      makeMessage(3, { changedSeq: 5 }),
    ]),
  );
  const mine = () => setup.room.view.get().log?.messages.map(message => message.mine);
  return Object.assign(setup, { mine });
}

const EXPECTED_INPUT = { roomId: ROOM_ID, messageIds: [makeId(102), makeId(104)] };

test('C10 a client requests the own reactions within 2 s, if there are any', async () => {
  const { environment, socket, mine } = await createRoomAfterGap();
  expect(mine()).toEqual([undefined, [], undefined, []]);
  await environment.advance(999);
  expect(socket.getCommands('get_mine')).toEqual([]);
  await environment.advance(1);
  expect(socket.getCommands('get_mine').map(({ input }) => input)).toEqual([EXPECTED_INPUT]);
  await socket.sendResult(socket.getCommands('get_mine')[0], {
    mine: { [makeId(102)]: [HEART], [makeId(104)]: [] },
  });
  expect(mine()).toEqual([undefined, [HEART], undefined, []]);
  await environment.advance(60_000);
  expect(socket.getCommands('get_mine')).toHaveLength(1);
});

test('C10 one request names at most a hundred messages, and the rest are requested again', async () => {
  const { environment, socket } = await createChatInRoom(0);
  socket.sendEvents(
    makeCaughtUp(
      0,
      140,
      Array.from({ length: 140 }, (_, index) => makeLikedMessage(index + 1)),
    ),
  );
  await environment.advance(2_000);
  const [first] = socket.getCommands('get_mine');
  const ids = first?.input.messageIds as string[];
  expect(ids).toHaveLength(100);
  await socket.sendResult(first, { mine: Object.fromEntries(ids.slice(0, 90).map(id => [id, []])) });
  await environment.advance(0);
  const [, second] = socket.getCommands('get_mine');
  expect(second?.input.messageIds).toHaveLength(50);
});

test('C10 a reaction during the request is not replaced by an older state', async () => {
  const { environment, socket, mine } = await createRoomAfterGap();
  await environment.advance(2_000);
  socket.sendEvents(makeOwnLike(4, 6, true));
  await socket.sendResult(socket.getCommands('get_mine')[0], {
    mine: { [makeId(102)]: [], [makeId(104)]: [] },
  });
  expect(mine()?.[3]).toEqual([HEART]);
  await environment.advance(0);
  expect(socket.getCommands('get_mine')[1]?.input).toEqual({ roomId: ROOM_ID, messageIds: [makeId(104)] });
});

test('C10 a failed request is repeated: after a delay, or on the next connection', async () => {
  const setup = await createRoomAfterGap();
  await setup.environment.advance(2_000);
  await setup.socket.sendError(setup.socket.getCommands('get_mine')[0], 'rate_limited');
  await setup.environment.advance(500);
  expect(setup.socket.getCommands('get_mine')).toHaveLength(2);
  await reconnect(setup);
  await setup.socket.sendResult(setup.socket.getCommands('open_room')[0], makeCatchUp(5, 5));
  await setup.environment.advance(2_000);
  expect(setup.socket.getCommands('get_mine').map(({ input }) => input)).toEqual([EXPECTED_INPUT]);
});

test('C10 a room is not cached while own reactions are missing', async () => {
  const { room, environment, socket } = await createRoomAfterGap();
  expect(room.snapshot()).toBeUndefined();
  await environment.advance(2_000);
  await socket.sendResult(socket.getCommands('get_mine')[0], {
    mine: { [makeId(102)]: [HEART], [makeId(104)]: [] },
  });
  expect(room.snapshot()?.messages.map(message => message.mine)).toEqual([undefined, [HEART], undefined, []]);
});

test('C10 an own catch-up contains them, and then nothing is requested', async () => {
  const setup = await createRoomAfterGap();
  await reconnect(setup);
  await setup.socket.sendResult(setup.socket.getCommands('open_room')[0], makeNewestPage(5));
  await setup.environment.advance(10_000);
  expect(setup.socket.getCommands('get_mine')).toEqual([]);
});
