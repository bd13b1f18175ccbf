import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { settled } from './testing/fake-environment.ts';
import { aMessage, aRoom, changes, messages, newestPage, ROOM_ID, sent, seqs } from './testing/samples.ts';
import { aChat, aChatInRoom, reconnect } from './testing/test-chat.ts';

test('C1 a room that is opened subscribes and reads in one command', async () => {
  const { room, socket } = aChat();
  expect(room.view.get()).toEqual({ status: 'loading', loadingOlder: false });
  room.open();
  expect(socket.of('open_room').map(({ input }) => input)).toEqual([{ roomId: ROOM_ID }]);
  await socket.answer(socket.of('open_room')[0], newestPage(20, 6));
  expect(room.view.get()).toMatchObject({ status: 'ready', log: { seq: 20, hasOlder: true } });
});

test('C1 events that come before the answer are applied after it, in order, and those that it has are not', async () => {
  const { room, socket } = aChat();
  room.open();
  socket.tell(sent(4), sent(2), sent(3));
  await socket.answer(socket.of('open_room')[0], newestPage(2));
  expect(seqs(room.view.get().log)).toEqual([1, 2, 3, 4]);
  expect(room.view.get().log?.seq).toBe(4);
  expect(socket.of('catch_up')).toEqual([]);
});

test('the next event is applied without asking anything', async () => {
  const { room, socket } = await aChatInRoom(2);
  socket.tell(sent(3), sent(4));
  expect(seqs(room.view.get().log)).toEqual([1, 2, 3, 4]);
  expect(socket.of('catch_up')).toEqual([]);
});

test('L4 an event that is told twice changes nothing', async () => {
  const { room, socket } = await aChatInRoom(2);
  socket.tell(sent(3));
  const before = room.view.get();
  socket.tell(sent(3), sent(1));
  expect(room.view.get()).toBe(before);
});

test('C2 a gap is filled from the own position, and what came after it is not lost', async () => {
  const { room, socket } = await aChatInRoom(2);
  socket.tell(sent(5));
  expect(seqs(room.view.get().log)).toEqual([1, 2]);
  expect(socket.of('catch_up').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, since: 2, incarnation: '' },
  ]);
  socket.tell(sent(6));
  await socket.answer(socket.of('catch_up')[0], changes(2, 4));
  expect(seqs(room.view.get().log)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(room.view.get().log?.seq).toBe(6);
  expect(socket.of('catch_up')).toHaveLength(1);
});

test('C2 a gap behind a gap is filled, too', async () => {
  const { room, socket } = await aChatInRoom(2);
  socket.tell(sent(4), sent(7));
  await socket.answer(socket.of('catch_up')[0], changes(2, 4));
  expect(socket.of('catch_up')[1]?.input).toEqual({ roomId: ROOM_ID, since: 4, incarnation: '' });
  await socket.answer(socket.of('catch_up')[1], changes(4, 6));
  expect(seqs(room.view.get().log)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('C2 L4 whatever is lost, repeated or late among the events, the log ends complete and in order', async () => {
  const told = fc.array(fc.integer({ min: 1, max: 15 }), { maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(fc.nat(5), told, async (start, events) => {
      const { room, socket } = await aChatInRoom(start);
      for (const seq of events) socket.tell(sent(seq));
      const top = Math.max(start, ...events);
      for (const asked of socket.of('catch_up'))
        await socket.answer(asked, changes(Number(asked.input.since), top));
      socket.tell({ type: 'heartbeat', rooms: { [ROOM_ID]: top } });
      expect(room.view.get().log).toMatchObject({ seq: top, messages: messages(1, top) });
    }),
  );
});

test('C3 on a new connection every open room catches up from its own position, and subscribes again', async () => {
  const world = await aChatInRoom(2);
  await reconnect(world);
  expect(world.socket.of('open_room').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, since: 2, incarnation: '' },
  ]);
  world.socket.tell(sent(4));
  await world.socket.answer(world.socket.of('open_room')[0], changes(2, 3));
  expect(seqs(world.room.view.get().log)).toEqual([1, 2, 3, 4]);
});

test('C3 a read that the lost connection took along is made again on the next', async () => {
  const world = aChat();
  world.room.open();
  await reconnect(world);
  await world.socket.answer(world.socket.of('open_room')[0], newestPage(2));
  expect(world.room.view.get()).toMatchObject({ status: 'ready', log: { seq: 2 } });
});

test('C3 a room that is not open any more is left alone', async () => {
  const world = await aChatInRoom(2);
  world.close();
  await reconnect(world);
  expect(world.socket.of('open_room')).toEqual([]);
});

test('C4 a reset replaces what was known, and later events go on from it', async () => {
  const world = await aChatInRoom(2);
  await reconnect(world);
  await world.socket.answer(world.socket.of('open_room')[0], newestPage(900, 886));
  world.socket.tell(sent(901));
  expect(world.room.view.get().log).toMatchObject({
    seq: 901,
    messages: messages(886, 901),
    hasOlder: true,
    hasNewer: false,
  });
});

test('C6 a heartbeat ahead of the room has it catch up, one that is not does nothing', async () => {
  const { room, socket } = await aChatInRoom(3);
  socket.tell({ type: 'heartbeat', rooms: { [ROOM_ID]: 3 } }, { type: 'heartbeat', rooms: { [ROOM_ID]: 2 } });
  expect(socket.of('catch_up')).toEqual([]);
  socket.tell({ type: 'heartbeat', rooms: { [ROOM_ID]: 5 } });
  expect(socket.of('catch_up').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, since: 3, incarnation: '' },
  ]);
  await socket.answer(socket.of('catch_up')[0], changes(3, 5));
  expect(seqs(room.view.get().log)).toEqual([1, 2, 3, 4, 5]);
});

test('C7 older pages are read by the position of the oldest message known', async () => {
  const { room, socket } = await aChatInRoom(40, 26);
  const loading = room.pages.loadOlder();
  await Promise.all([room.pages.loadOlder(), settled()]);
  expect(room.view.get().loadingOlder).toBe(true);
  expect(socket.of('get_messages').map(({ input }) => input)).toEqual([{ roomId: ROOM_ID, before: 26 }]);
  await socket.answer(socket.of('get_messages')[0], {
    seq: 40,
    messages: messages(11, 25),
    hasOlder: true,
    hasNewer: false,
  });
  await loading;
  expect(room.view.get()).toMatchObject({
    loadingOlder: false,
    log: { messages: messages(11, 40), hasOlder: true },
  });
  expect(socket.of('catch_up')).toEqual([]);
});

test('C7 a page that is older than what events have told since is brought up to date', async () => {
  const { room, socket } = await aChatInRoom(20, 6);
  const loading = room.pages.loadOlder();
  socket.tell(sent(21));
  await socket.answer(socket.of('get_messages')[0], {
    seq: 20,
    messages: messages(1, 5),
    hasOlder: false,
    hasNewer: false,
  });
  expect(socket.of('catch_up').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, since: 20, incarnation: '' },
  ]);
  const changed = aMessage(3, { changedSeq: 22, text: 'changed meanwhile' });
  await socket.answer(socket.of('catch_up')[0], { ...changes(20, 22), messages: [aMessage(21), changed] });
  await loading;
  expect(room.view.get().log?.messages[2]).toEqual(changed);
  expect(room.view.get().log).toMatchObject({ seq: 22, hasOlder: false, hasNewer: false });
});

test('C7 a page that was asked for before a reset does not join the new one', async () => {
  const { room, socket } = await aChatInRoom(20, 6);
  const loading = room.pages.loadOlder();
  socket.tell({ type: 'heartbeat', rooms: { [ROOM_ID]: 900 } });
  await socket.answer(socket.of('catch_up')[0], newestPage(900, 886));
  await socket.answer(socket.of('get_messages')[0], {
    seq: 20,
    messages: messages(1, 5),
    hasOlder: false,
    hasNewer: false,
  });
  await loading;
  expect(room.view.get()).toMatchObject({
    loadingOlder: false,
    log: { messages: messages(886, 900), hasOlder: true },
  });
});

test('C7 an older page that cannot be read can be asked for again', async () => {
  const { room, socket } = await aChatInRoom(20, 6);
  const refusal = room.pages.loadOlder().catch((error: unknown) => error);
  await socket.refuse(socket.of('get_messages')[0], 'unavailable');
  expect(await refusal).toMatchObject({ code: 'unavailable' });
  expect(room.view.get().loadingOlder).toBe(false);
  const again = room.pages.loadOlder();
  await socket.answer(socket.of('get_messages')[1], {
    seq: 20,
    messages: messages(1, 5),
    hasOlder: false,
    hasNewer: false,
  });
  await again;
  expect(room.view.get().log?.messages).toEqual(messages(1, 20));
});

test('a room whose oldest message is known asks for none before it', async () => {
  const { room, socket } = await aChatInRoom(3);
  await room.pages.loadOlder();
  expect(socket.of('get_messages')).toEqual([]);
});

test('an answer that is older than what events told since does not turn the log back', async () => {
  const { room, socket } = await aChatInRoom(20, 6);
  const loading = room.pages.loadOlder();
  socket.tell(sent(21));
  await socket.answer(socket.of('get_messages')[0], {
    seq: 20,
    messages: messages(1, 5),
    hasOlder: false,
    hasNewer: false,
  });
  socket.tell(sent(22));
  await socket.answer(socket.of('catch_up')[0], changes(20, 21));
  await loading;
  expect(room.view.get().log).toMatchObject({ seq: 22, messages: messages(1, 22) });
});

test('a room that could not be read because something broke is asked for again, and not called missing', async () => {
  const { environment, room, socket } = aChat();
  room.open();
  await socket.refuse(socket.of('open_room')[0], 'internal');
  expect(room.view.get().status).toBe('loading');
  await environment.pass(1_000);
  await socket.answer(socket.of('open_room')[1], newestPage(1));
  expect(room.view.get().status).toBe('ready');
});

test('a room that is not there is missing, and can be looked for again', async () => {
  const { room, socket } = aChat();
  const close = room.open();
  await socket.refuse(socket.of('open_room')[0], 'not_found');
  expect(room.view.get()).toEqual({ status: 'missing', loadingOlder: false });
  close();
  room.open();
  await socket.answer(socket.of('open_room')[1], newestPage(1));
  expect(room.view.get()).toMatchObject({ status: 'ready', log: { seq: 1 } });
});

test('a room that cannot be read right now is read again, after waits that grow', async () => {
  const { environment, room, socket } = aChat();
  room.open();
  for (const [failures, wait] of [250, 500, 1_000].entries()) {
    await socket.refuse(socket.of('open_room')[failures], 'unavailable');
    await environment.pass(wait - 1);
    expect(socket.of('open_room')).toHaveLength(failures + 1);
    await environment.pass(1);
  }
  await socket.answer(socket.of('open_room')[3], newestPage(1));
  expect(room.view.get()).toMatchObject({ status: 'ready', log: { seq: 1 } });
});

test('a room that is opened twice is read once, and closed with its last viewer', async () => {
  const { room, socket } = aChat();
  const [close, closeToo] = [room.open(), room.open()];
  await socket.answer(socket.of('open_room')[0], newestPage(1));
  close();
  close();
  expect(room.isOpen).toBe(true);
  expect(socket.of('close_room')).toEqual([]);
  closeToo();
  expect(room.isOpen).toBe(false);
  expect(socket.of('close_room').map(({ input }) => input)).toEqual([{ roomId: ROOM_ID }]);
});

test('a room that is closed before it was read is closed at the server once it is', async () => {
  const { room, socket } = aChat();
  room.open()();
  expect(socket.of('close_room')).toEqual([]);
  await socket.answer(socket.of('open_room')[0], newestPage(1));
  expect(socket.of('close_room')).toHaveLength(1);
});

test('a room that is opened again goes on from where it was', async () => {
  const world = await aChatInRoom(3);
  world.close();
  world.room.open();
  expect(world.socket.of('open_room')[1]?.input).toEqual({ roomId: ROOM_ID, since: 3, incarnation: '' });
  expect(world.room.view.get()).toMatchObject({ status: 'ready', log: { room: aRoom(3) } });
});
