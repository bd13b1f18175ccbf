import { type EventOf, HEART, type Message } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ANN,
  aMessage,
  changes,
  idOf,
  messages,
  newestPage,
  ROOM_ID,
  sent,
  seqs,
} from './testing/samples.ts';
import { aChatInRoom, reconnect } from './testing/test-chat.ts';

const LIKED = { [HEART]: 1 };

/** What the server sends for a gap from `from` to `to`. */
function caughtUp(from: number, to: number, rows?: readonly Message[]): EventOf<'room_caught_up'> {
  const { seq: _, messages, ...state } = changes(from, to);
  return { type: 'room_caught_up', roomId: ROOM_ID, from, to, ...state, messages: [...(rows ?? messages)] };
}

function liked(seq: number, { changedSeq = seq } = {}): Message {
  return { ...aMessage(seq, { changedSeq }), reactions: LIKED };
}

/** One's own like of a message, or its end, as the step `changedSeq`. */
function likedByMe(seq: number, changedSeq: number, on: boolean): EventOf<'message_reacted'> {
  const { reactions: _, ...row } = liked(seq, { changedSeq });
  const message = on ? { ...row, reactions: LIKED } : row;
  const { uid } = ANN;
  return { type: 'message_reacted', roomId: ROOM_ID, seq: changedSeq, message, uid, emoji: HEART, on };
}

test('C10 what a server read for a gap is applied like a catch-up, by whoever is at its beginning or later', async () => {
  for (const at of [2, 3, 4]) {
    const { room, socket } = await aChatInRoom(at);
    socket.tell(caughtUp(2, 5), sent(6));
    expect(seqs(room.view.get().log)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(room.view.get().log?.seq).toBe(6);
    expect(socket.of('catch_up')).toEqual([]);
  }
});

test('C10 whoever is behind its beginning catches up alone', async () => {
  const { room, socket } = await aChatInRoom(1);
  socket.tell(caughtUp(2, 5));
  expect(socket.of('catch_up').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, since: 1, incarnation: '' },
  ]);
  await socket.answer(socket.of('catch_up')[0], changes(1, 3));
  expect(seqs(room.view.get().log)).toEqual([1, 2, 3, 4, 5]);
});

test('C10 L4 whoever is past its end changes nothing', async () => {
  const { room, socket } = await aChatInRoom(6);
  const before = room.view.get();
  socket.tell(caughtUp(2, 5), caughtUp(4, 6));
  expect(room.view.get()).toBe(before);
});

test('C10 a gap that is too long to tell is the newest page, which replaces what was here', async () => {
  const { room, socket } = await aChatInRoom(3);
  const event = caughtUp(3, 90, messages(80, 90));
  socket.tell({ ...event, reset: true, hasOlder: true });
  expect(room.view.get().log).toMatchObject({ seq: 90, hasOlder: true, messages: messages(80, 90) });
});

test('C10 messages that came that way arrive once, and those that were changed do not', async () => {
  const { chat, socket } = await aChatInRoom(3);
  const arrived: number[] = [];
  chat.arrivals.subscribe(({ seq }) => arrived.push(seq));
  const byBen = (row: Message) => ({ ...row, author: { ...ANN, uid: idOf(9) } });
  const rows = [aMessage(2, { changedSeq: 4 }), aMessage(5), aMessage(6)].map(byBen);
  socket.tell(caughtUp(3, 6, rows), { ...sent(6), message: byBen(aMessage(6)) });
  expect(arrived).toEqual([5, 6]);
});

test('C10 L2 whatever comes as steps and gaps, the log ends complete and in order', async () => {
  const span = fc.tuple(fc.nat(12), fc.integer({ min: 1, max: 4 }), fc.boolean());
  await fc.assert(
    fc.asyncProperty(fc.nat(5), fc.array(span, { maxLength: 15 }), async (start, spans) => {
      const { room, socket } = await aChatInRoom(start);
      for (const [from, length, isGap] of spans)
        socket.tell(isGap ? caughtUp(from, from + length) : sent(from + length));
      const top = Math.max(start, ...spans.map(([from, length]) => from + length));
      for (const asked of socket.of('catch_up'))
        await socket.answer(asked, changes(Number(asked.input.since), top));
      expect(room.view.get().log).toMatchObject({ seq: top, messages: messages(1, top) });
    }),
  );
});

/** A chat in a room of three messages, of which a gap changed the second and brought a fourth, both liked by somebody. */
async function afterAGap() {
  const world = await aChatInRoom(3);
  world.socket.tell(caughtUp(3, 5, [liked(2, { changedSeq: 5 }), liked(4), aMessage(3, { changedSeq: 5 })]));
  const mine = () => world.room.view.get().log?.messages.map(message => message.mine);
  return Object.assign(world, { mine });
}

const ASKED = { roomId: ROOM_ID, messageIds: [idOf(102), idOf(104)] };

test('C10 one asks for ones own reactions within 2 s, where there are any', async () => {
  const { environment, socket, mine } = await afterAGap();
  expect(mine()).toEqual([undefined, [], undefined, []]);
  await environment.pass(999);
  expect(socket.of('get_mine')).toEqual([]);
  await environment.pass(1);
  expect(socket.of('get_mine').map(({ input }) => input)).toEqual([ASKED]);
  await socket.answer(socket.of('get_mine')[0], { mine: { [idOf(102)]: [HEART], [idOf(104)]: [] } });
  expect(mine()).toEqual([undefined, [HEART], undefined, []]);
  await environment.pass(60_000);
  expect(socket.of('get_mine')).toHaveLength(1);
});

test('C10 what is asked for is at most a hundred at once, and what an answer leaves out is asked for again', async () => {
  const { environment, socket } = await aChatInRoom(0);
  socket.tell(
    caughtUp(
      0,
      140,
      Array.from({ length: 140 }, (_, index) => liked(index + 1)),
    ),
  );
  await environment.pass(2_000);
  const [first] = socket.of('get_mine');
  const ids = first?.input.messageIds as string[];
  expect(ids).toHaveLength(100);
  await socket.answer(first, { mine: Object.fromEntries(ids.slice(0, 90).map(id => [id, []])) });
  await environment.pass(0);
  const [, second] = socket.of('get_mine');
  expect(second?.input.messageIds).toHaveLength(50);
});

test('C10 one who reacts while that is asked for is not shown an older state of it', async () => {
  const { environment, socket, mine } = await afterAGap();
  await environment.pass(2_000);
  socket.tell(likedByMe(4, 6, true));
  await socket.answer(socket.of('get_mine')[0], { mine: { [idOf(102)]: [], [idOf(104)]: [] } });
  expect(mine()?.[3]).toEqual([HEART]);
  await environment.pass(0);
  expect(socket.of('get_mine')[1]?.input).toEqual({ roomId: ROOM_ID, messageIds: [idOf(104)] });
});

test('C10 what could not be asked is asked again: after a wait, or on the next connection', async () => {
  const world = await afterAGap();
  await world.environment.pass(2_000);
  await world.socket.refuse(world.socket.of('get_mine')[0], 'slow_down');
  await world.environment.pass(500);
  expect(world.socket.of('get_mine')).toHaveLength(2);
  await reconnect(world);
  await world.socket.answer(world.socket.of('open_room')[0], changes(5, 5));
  await world.environment.pass(2_000);
  expect(world.socket.of('get_mine').map(({ input }) => input)).toEqual([ASKED]);
});

test('C10 a room is not kept while ones own reactions are missing', async () => {
  const { room, environment, socket } = await afterAGap();
  expect(room.toKeep()).toBeUndefined();
  await environment.pass(2_000);
  await socket.answer(socket.of('get_mine')[0], { mine: { [idOf(102)]: [HEART], [idOf(104)]: [] } });
  expect(room.toKeep()?.messages.map(message => message.mine)).toEqual([undefined, [HEART], undefined, []]);
});

test('C10 an own catch-up brings them along, and then nothing is asked', async () => {
  const world = await afterAGap();
  await reconnect(world);
  await world.socket.answer(world.socket.of('open_room')[0], newestPage(5));
  await world.environment.pass(10_000);
  expect(world.socket.of('get_mine')).toEqual([]);
});
