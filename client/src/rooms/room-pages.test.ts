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
import { createChat, createChatInRoom, reconnect } from '../testing/test-chat.ts';

const OTHER = { ...ANN, uid: makeId(3), name: 'Ben' };

/** The result of a page request in a room whose log is at `seq`. */
function makePage(from: number, to: number, seq: number) {
  return { seq, messages: makeMessages(from, to), hasOlder: from > 1, hasNewer: to < seq };
}

/** A room of 900 messages whose reader went to number 100. */
async function createScrolledUp() {
  const setup = await createChatInRoom(900, 886);
  const { room, socket } = setup;
  const loading = room.pages.loadAround(makeId(200));
  expect(socket.getCommands('get_messages').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, around: makeId(200), limit: 50 },
  ]);
  await socket.sendResult(socket.getCommands('get_messages')[0], makePage(75, 124, 900));
  await loading;
  expect(room.view.get().log).toMatchObject({
    messages: makeMessages(75, 124),
    hasOlder: true,
    hasNewer: true,
  });
  return setup;
}

test('C7 the page around a message replaces the loaded ones, and new messages are only counted', async () => {
  const { room, socket } = await createScrolledUp();
  socket.sendEvents(makeMessageSent(901), {
    ...makeMessageSent(902),
    message: { ...makeMessageSent(902).message, author: OTHER },
  });
  expect(room.view.get().log).toMatchObject({ seq: 902, messages: makeMessages(75, 124), arrivalCount: 1 });
  expect(socket.getCommands('catch_up')).toEqual([]);
});

test('C7 a message that arrives while its page is read is in the list once', async () => {
  const { room, socket } = await createChatInRoom(900, 900);
  const message = { ...makeMessage(900), changedSeq: 901, deletedAt: 1 };
  socket.sendEvents({ type: 'message_deleted', roomId: ROOM_ID, seq: 901, message });
  const loading = room.pages.loadOlder();
  const [command] = socket.getCommands('get_messages');
  expect(command?.input, 'no message is left before which a page could end').toEqual({ roomId: ROOM_ID });
  socket.sendEvents(makeMessageSent(902));
  const messages = [...makeMessages(898, 899), ...makeMessages(902, 902)];
  await socket.sendResult(command, { ...makePage(898, 902, 902), messages });
  await loading;
  expect(listSeqs(room.view.get().log)).toEqual([898, 899, 902]);
});

test('C7 the page around a seq has what comes before and after it', async () => {
  const { room, socket } = await createChatInRoom(900, 886);
  await room.pages.loadAround(890);
  expect(socket.getCommands('get_messages'), 'it is loaded').toEqual([]);
  const loading = room.pages.loadAround(100);
  expect(socket.getCommands('get_messages').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, around: 100, limit: 50 },
  ]);
  await socket.sendResult(socket.getCommands('get_messages')[0], makePage(76, 125, 900));
  await loading;
  expect(room.view.get().log).toMatchObject({ messages: makeMessages(76, 125), hasNewer: true });
});

test('C7 newer pages are read by the position of the newest loaded message, up to the end', async () => {
  const { room, socket } = await createScrolledUp();
  const loading = room.pages.loadNewer();
  void room.pages.loadNewer();
  expect(socket.getCommands('get_messages')[1]?.input).toEqual({ roomId: ROOM_ID, after: 124, limit: 100 });
  expect(socket.getCommands('get_messages')).toHaveLength(2);
  await socket.sendResult(socket.getCommands('get_messages')[1], makePage(125, 900, 900));
  await loading;
  expect(room.view.get().log).toMatchObject({ messages: makeMessages(75, 900), hasNewer: false });
  await room.pages.loadNewer();
  expect(socket.getCommands('get_messages')).toHaveLength(2);
  socket.sendEvents(makeMessageSent(901));
  expect(listSeqs(room.view.get().log)?.at(-1)).toBe(901);
});

test('C7 messages that are sent while the last newer page is read are caught up', async () => {
  const { room, socket } = await createScrolledUp();
  const loading = room.pages.loadNewer();
  socket.sendEvents(makeMessageSent(901));
  await socket.sendResult(socket.getCommands('get_messages')[1], makePage(125, 900, 900));
  await loading;
  expect(socket.getCommands('catch_up').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, since: 900, incarnation: '', trims: true },
  ]);
  await socket.sendResult(socket.getCommands('catch_up')[0], makeCatchUp(900, 901));
  expect(room.view.get().log?.messages).toEqual(makeMessages(75, 901));
});

test('C7 the newest page replaces the loaded part, unless that reaches the end', async () => {
  const { room, socket } = await createScrolledUp();
  const loading = room.pages.loadNewest();
  await socket.sendResult(socket.getCommands('get_messages')[1], makePage(886, 900, 900));
  await loading;
  expect(room.view.get().log).toMatchObject({ messages: makeMessages(886, 900), hasNewer: false });
  await room.pages.loadNewest();
  expect(socket.getCommands('get_messages')).toHaveLength(2);
});

test('C7 a page that was requested before another part replaced its own is dropped', async () => {
  const { room, socket } = await createScrolledUp();
  const [older, newest] = [room.pages.loadOlder(), room.pages.loadNewest()];
  await socket.sendResult(socket.getCommands('get_messages')[1], makePage(60, 74, 900));
  await socket.sendResult(socket.getCommands('get_messages')[2], makePage(886, 900, 900));
  await Promise.all([older, newest]);
  expect(room.view.get().log?.messages).toEqual(makeMessages(886, 900));
});

test('loaded messages are not requested, and missing ones are rejected', async () => {
  const { room, socket } = await createChatInRoom(20, 6);
  await room.pages.loadAround(makeId(110));
  expect(socket.getCommands('get_messages')).toEqual([]);
  const refusal = room.pages.loadAround(makeId(5)).catch((error: unknown) => error);
  await socket.sendError(socket.getCommands('get_messages')[0], 'not_found');
  expect(await refusal).toMatchObject({ code: 'not_found' });
  expect(room.view.get().log?.messages).toEqual(makeMessages(6, 20));
});

test('C7 trimmed messages leave no hole: they are older or newer than the loaded part', async () => {
  const { room } = await createChatInRoom(40);
  room.pages.trim(40);
  expect(room.view.get().log).toMatchObject({ hasOlder: false, hasNewer: false });
  room.pages.trim(30);
  expect(room.view.get().log).toMatchObject({
    messages: makeMessages(11, 40),
    hasOlder: true,
    hasNewer: false,
  });
  room.pages.trim(20, 30);
  expect(room.view.get().log).toMatchObject({
    messages: makeMessages(20, 39),
    hasOlder: true,
    hasNewer: true,
  });
  room.pages.trim(10, 20);
  expect(room.view.get().log).toMatchObject({
    messages: makeMessages(20, 29),
    hasOlder: true,
    hasNewer: true,
  });
});

test('a room is prefetched without a subscription, and not again within ten seconds', async () => {
  const { environment, room, socket } = createChat();
  room.prefetch();
  expect(socket.getCommands('catch_up').map(({ input }) => input)).toEqual([{ roomId: ROOM_ID }]);
  await socket.sendResult(socket.getCommands('catch_up')[0], makeNewestPage(20, 6));
  expect(room.view.get()).toMatchObject({ status: 'ready', log: { seq: 20 } });
  await environment.advance(9_999);
  room.prefetch();
  expect(socket.getCommands('catch_up')).toHaveLength(1);
  await environment.advance(1);
  room.prefetch();
  expect(socket.getCommands('catch_up')[1]?.input).toEqual({
    roomId: ROOM_ID,
    since: 20,
    incarnation: '',
    trims: true,
  });
  expect(socket.getCommands('open_room')).toEqual([]);
});

test('C1 a room that is opened during its prefetch is followed from the position of the prefetch', async () => {
  const { room, socket } = createChat();
  room.prefetch();
  room.open();
  expect(socket.getCommands('open_room')).toEqual([]);
  await socket.sendResult(socket.getCommands('catch_up')[0], makeNewestPage(20, 6));
  expect(room.view.get().status).toBe('ready');
  expect(socket.getCommands('open_room').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, since: 20, incarnation: '', trims: true },
  ]);
  await socket.sendResult(socket.getCommands('open_room')[0], makeCatchUp(20, 22));
  expect(listSeqs(room.view.get().log)?.at(-1)).toBe(22);
});

test('C3 a room whose prefetch lost its connection is opened on the next', async () => {
  const setup = createChat();
  setup.room.prefetch();
  setup.room.open();
  await reconnect(setup);
  await setup.socket.sendResult(setup.socket.getCommands('open_room')[0], makeNewestPage(2));
  expect(setup.room.view.get()).toMatchObject({ status: 'ready', log: { seq: 2 } });
});
