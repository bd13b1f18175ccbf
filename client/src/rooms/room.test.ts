import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { flushPromises } from '../testing/fake-environment.ts';
import {
  listSeqs,
  makeCatchUp,
  makeMessage,
  makeMessageSent,
  makeMessages,
  makeNewestPage,
  makeRoom,
  ROOM_ID,
} from '../testing/samples.ts';
import { createChat, createChatInRoom, reconnect } from '../testing/test-chat.ts';

test('C1 one command subscribes to an opened room and reads it', async () => {
  const { room, socket } = createChat();
  expect(room.view.get()).toEqual({ status: 'loading', isLoadingOlder: false });
  room.open();
  expect(socket.getCommands('open_room').map(({ input }) => input)).toEqual([{ roomId: ROOM_ID }]);
  await socket.sendResult(socket.getCommands('open_room')[0], makeNewestPage(20, 6));
  expect(room.view.get()).toMatchObject({ status: 'ready', log: { seq: 20, hasOlder: true } });
});

test('C1 events before the result are applied after it, in order, without those that it contains', async () => {
  const { room, socket } = createChat();
  room.open();
  socket.sendEvents(makeMessageSent(4), makeMessageSent(2), makeMessageSent(3));
  await socket.sendResult(socket.getCommands('open_room')[0], makeNewestPage(2));
  expect(listSeqs(room.view.get().log)).toEqual([1, 2, 3, 4]);
  expect(room.view.get().log?.seq).toBe(4);
  expect(socket.getCommands('catch_up')).toEqual([]);
});

test('the next event is applied without a request', async () => {
  const { room, socket } = await createChatInRoom(2);
  socket.sendEvents(makeMessageSent(3), makeMessageSent(4));
  expect(listSeqs(room.view.get().log)).toEqual([1, 2, 3, 4]);
  expect(socket.getCommands('catch_up')).toEqual([]);
});

test('L4 a repeated event changes nothing', async () => {
  const { room, socket } = await createChatInRoom(2);
  socket.sendEvents(makeMessageSent(3));
  const before = room.view.get();
  socket.sendEvents(makeMessageSent(3), makeMessageSent(1));
  expect(room.view.get()).toBe(before);
});

test('C2 a gap is filled from the own position, and later events are not lost', async () => {
  const { room, socket } = await createChatInRoom(2);
  socket.sendEvents(makeMessageSent(5));
  expect(listSeqs(room.view.get().log)).toEqual([1, 2]);
  expect(socket.getCommands('catch_up').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, since: 2, incarnation: '', trims: true },
  ]);
  socket.sendEvents(makeMessageSent(6));
  await socket.sendResult(socket.getCommands('catch_up')[0], makeCatchUp(2, 4));
  expect(listSeqs(room.view.get().log)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(room.view.get().log?.seq).toBe(6);
  expect(socket.getCommands('catch_up')).toHaveLength(1);
});

test('C2 a gap behind a gap is filled, too', async () => {
  const { room, socket } = await createChatInRoom(2);
  socket.sendEvents(makeMessageSent(4), makeMessageSent(7));
  await socket.sendResult(socket.getCommands('catch_up')[0], makeCatchUp(2, 4));
  expect(socket.getCommands('catch_up')[1]?.input).toEqual({
    roomId: ROOM_ID,
    since: 4,
    incarnation: '',
    trims: true,
  });
  await socket.sendResult(socket.getCommands('catch_up')[1], makeCatchUp(4, 6));
  expect(listSeqs(room.view.get().log)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('C2 L4 after lost, repeated or late events, the log ends complete and in order', async () => {
  const eventSeqs = fc.array(fc.integer({ min: 1, max: 15 }), { maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(fc.nat(5), eventSeqs, async (start, events) => {
      const { room, socket } = await createChatInRoom(start);
      for (const seq of events) socket.sendEvents(makeMessageSent(seq));
      const top = Math.max(start, ...events);
      for (const sentCommand of socket.getCommands('catch_up'))
        await socket.sendResult(sentCommand, makeCatchUp(Number(sentCommand.input.since), top));
      socket.sendEvents({ type: 'heartbeat', rooms: { [ROOM_ID]: top } });
      expect(room.view.get().log).toMatchObject({ seq: top, messages: makeMessages(1, top) });
    }),
  );
});

test('C3 a new connection catches up every open room from its own position, and subscribes again', async () => {
  const setup = await createChatInRoom(2);
  await reconnect(setup);
  expect(setup.socket.getCommands('open_room').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, since: 2, incarnation: '', trims: true },
  ]);
  setup.socket.sendEvents(makeMessageSent(4));
  await setup.socket.sendResult(setup.socket.getCommands('open_room')[0], makeCatchUp(2, 3));
  expect(listSeqs(setup.room.view.get().log)).toEqual([1, 2, 3, 4]);
});

test('C3 a read that was lost with its connection is repeated on the next', async () => {
  const setup = createChat();
  setup.room.open();
  await reconnect(setup);
  await setup.socket.sendResult(setup.socket.getCommands('open_room')[0], makeNewestPage(2));
  expect(setup.room.view.get()).toMatchObject({ status: 'ready', log: { seq: 2 } });
});

test('C3 a closed room is left alone', async () => {
  const setup = await createChatInRoom(2);
  setup.close();
  await reconnect(setup);
  expect(setup.socket.getCommands('open_room')).toEqual([]);
});

test('C4 a reset replaces the log, and later events continue from it', async () => {
  const setup = await createChatInRoom(2);
  await reconnect(setup);
  await setup.socket.sendResult(setup.socket.getCommands('open_room')[0], makeNewestPage(900, 886));
  setup.socket.sendEvents(makeMessageSent(901));
  expect(setup.room.view.get().log).toMatchObject({
    seq: 901,
    messages: makeMessages(886, 901),
    hasOlder: true,
    hasNewer: false,
  });
});

test('C6 a heartbeat ahead of the log makes the room catch up, another does nothing', async () => {
  const { room, socket } = await createChatInRoom(3);
  socket.sendEvents(
    { type: 'heartbeat', rooms: { [ROOM_ID]: 3 } },
    { type: 'heartbeat', rooms: { [ROOM_ID]: 2 } },
  );
  expect(socket.getCommands('catch_up')).toEqual([]);
  socket.sendEvents({ type: 'heartbeat', rooms: { [ROOM_ID]: 5 } });
  expect(socket.getCommands('catch_up').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, since: 3, incarnation: '', trims: true },
  ]);
  await socket.sendResult(socket.getCommands('catch_up')[0], makeCatchUp(3, 5));
  expect(listSeqs(room.view.get().log)).toEqual([1, 2, 3, 4, 5]);
});

test('C7 older pages are read by the position of the oldest loaded message', async () => {
  const { room, socket } = await createChatInRoom(40, 26);
  const loading = room.pages.loadOlder();
  await Promise.all([room.pages.loadOlder(), flushPromises()]);
  expect(room.view.get().isLoadingOlder).toBe(true);
  expect(socket.getCommands('get_messages').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, before: 26 },
  ]);
  await socket.sendResult(socket.getCommands('get_messages')[0], {
    seq: 40,
    messages: makeMessages(11, 25),
    hasOlder: true,
    hasNewer: false,
  });
  await loading;
  expect(room.view.get()).toMatchObject({
    isLoadingOlder: false,
    log: { messages: makeMessages(11, 40), hasOlder: true },
  });
  expect(socket.getCommands('catch_up')).toEqual([]);
});

test('C7 a page that is older than the events since is brought up to date', async () => {
  const { room, socket } = await createChatInRoom(20, 6);
  const loading = room.pages.loadOlder();
  socket.sendEvents(makeMessageSent(21));
  await socket.sendResult(socket.getCommands('get_messages')[0], {
    seq: 20,
    messages: makeMessages(1, 5),
    hasOlder: false,
    hasNewer: false,
  });
  expect(socket.getCommands('catch_up').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, since: 20, incarnation: '', trims: true },
  ]);
  const changed = makeMessage(3, { changedSeq: 22, text: 'changed meanwhile' });
  await socket.sendResult(socket.getCommands('catch_up')[0], {
    ...makeCatchUp(20, 22),
    messages: [makeMessage(21), changed],
  });
  await loading;
  expect(room.view.get().log?.messages[2]).toEqual(changed);
  expect(room.view.get().log).toMatchObject({ seq: 22, hasOlder: false, hasNewer: false });
});

test('C7 a page that was requested before a reset does not join the new log', async () => {
  const { room, socket } = await createChatInRoom(20, 6);
  const loading = room.pages.loadOlder();
  socket.sendEvents({ type: 'heartbeat', rooms: { [ROOM_ID]: 900 } });
  await socket.sendResult(socket.getCommands('catch_up')[0], makeNewestPage(900, 886));
  await socket.sendResult(socket.getCommands('get_messages')[0], {
    seq: 20,
    messages: makeMessages(1, 5),
    hasOlder: false,
    hasNewer: false,
  });
  await loading;
  expect(room.view.get()).toMatchObject({
    isLoadingOlder: false,
    log: { messages: makeMessages(886, 900), hasOlder: true },
  });
});

test('C7 an older page that could not be read can be requested again', async () => {
  const { room, socket } = await createChatInRoom(20, 6);
  const refusal = room.pages.loadOlder().catch((error: unknown) => error);
  await socket.sendError(socket.getCommands('get_messages')[0], 'unavailable');
  expect(await refusal).toMatchObject({ code: 'unavailable' });
  expect(room.view.get().isLoadingOlder).toBe(false);
  const again = room.pages.loadOlder();
  await socket.sendResult(socket.getCommands('get_messages')[1], {
    seq: 20,
    messages: makeMessages(1, 5),
    hasOlder: false,
    hasNewer: false,
  });
  await again;
  expect(room.view.get().log?.messages).toEqual(makeMessages(1, 20));
});

test('a room whose oldest message is loaded requests none before it', async () => {
  const { room, socket } = await createChatInRoom(3);
  await room.pages.loadOlder();
  expect(socket.getCommands('get_messages')).toEqual([]);
});

test('a result that is older than the events since does not turn the log back', async () => {
  const { room, socket } = await createChatInRoom(20, 6);
  const loading = room.pages.loadOlder();
  socket.sendEvents(makeMessageSent(21));
  await socket.sendResult(socket.getCommands('get_messages')[0], {
    seq: 20,
    messages: makeMessages(1, 5),
    hasOlder: false,
    hasNewer: false,
  });
  socket.sendEvents(makeMessageSent(22));
  await socket.sendResult(socket.getCommands('catch_up')[0], makeCatchUp(20, 21));
  await loading;
  expect(room.view.get().log).toMatchObject({ seq: 22, messages: makeMessages(1, 22) });
});

test('a room that failed with an internal error is requested again, and is not reported as missing', async () => {
  const { environment, room, socket } = createChat();
  room.open();
  await socket.sendError(socket.getCommands('open_room')[0], 'internal');
  expect(room.view.get().status).toBe('loading');
  await environment.advance(1_000);
  await socket.sendResult(socket.getCommands('open_room')[1], makeNewestPage(1));
  expect(room.view.get().status).toBe('ready');
});

test('a missing room is reported as missing, and can be requested again', async () => {
  const { room, socket } = createChat();
  const close = room.open();
  await socket.sendError(socket.getCommands('open_room')[0], 'not_found');
  expect(room.view.get()).toEqual({ status: 'missing', isLoadingOlder: false });
  close();
  room.open();
  await socket.sendResult(socket.getCommands('open_room')[1], makeNewestPage(1));
  expect(room.view.get()).toMatchObject({ status: 'ready', log: { seq: 1 } });
});

test('a room that cannot be read right now is read again, with growing delays', async () => {
  const { environment, room, socket } = createChat();
  room.open();
  for (const [failures, wait] of [250, 500, 1_000].entries()) {
    await socket.sendError(socket.getCommands('open_room')[failures], 'unavailable');
    await environment.advance(wait - 1);
    expect(socket.getCommands('open_room')).toHaveLength(failures + 1);
    await environment.advance(1);
  }
  await socket.sendResult(socket.getCommands('open_room')[3], makeNewestPage(1));
  expect(room.view.get()).toMatchObject({ status: 'ready', log: { seq: 1 } });
});

test('a room that is opened twice is read once, and closed with its last viewer', async () => {
  const { room, socket } = createChat();
  const [close, closeToo] = [room.open(), room.open()];
  await socket.sendResult(socket.getCommands('open_room')[0], makeNewestPage(1));
  close();
  close();
  expect(room.isOpen).toBe(true);
  expect(socket.getCommands('close_room')).toEqual([]);
  closeToo();
  expect(room.isOpen).toBe(false);
  expect(socket.getCommands('close_room').map(({ input }) => input)).toEqual([{ roomId: ROOM_ID }]);
});

test('a room that is closed before its result is closed at the server after it', async () => {
  const { room, socket } = createChat();
  room.open()();
  expect(socket.getCommands('close_room')).toEqual([]);
  await socket.sendResult(socket.getCommands('open_room')[0], makeNewestPage(1));
  expect(socket.getCommands('close_room')).toHaveLength(1);
});

test('a reopened room continues from its position', async () => {
  const setup = await createChatInRoom(3);
  expect(setup.room.view.get().isCached).toBe(false);
  setup.close();
  expect(setup.room.view.get().isCached, 'nobody sends its changes').toBe(true);
  setup.room.open();
  expect(setup.socket.getCommands('open_room')[1]?.input).toEqual({
    roomId: ROOM_ID,
    since: 3,
    incarnation: '',
    trims: true,
  });
  expect(setup.room.view.get()).toMatchObject({ status: 'ready', log: { room: makeRoom(3) } });
});
