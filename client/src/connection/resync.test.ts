import { expect, test } from 'vitest';
import { flushPromises } from '../testing/fake-environment.ts';
import { makeCatchUp, makeId, makeListedRoom, ROOM_ID } from '../testing/samples.ts';
import { createChatInRoom, createSender, type TestChat } from '../testing/test-chat.ts';

const BEN = makeId(9);
const ROOMS = [1, 2].map(number => makeListedRoom(number, { id: makeId(10 + number), name: `${number}` }));
const [ONE, TWO] = ROOMS.map(({ id }) => id) as [string, string];

/** A chat that shows one person and follows the rooms. */
async function createFollower(roomIds: readonly string[] = [ONE]) {
  const setup = await createSender();
  const { chat, environment, socket } = setup;
  await socket.sendResult(socket.getCommands('list_rooms')[0], { rooms: ROOMS });
  chat.people.watch(BEN);
  chat.roomList.setViewport({ roomIds: roomIds, lastIndex: 0, isAtHead: false });
  await environment.advance(100);
  return setup;
}

function listInputs({ socket }: TestChat, command: string): unknown[] {
  return socket.getCommands(command).map(({ input }) => input);
}

test('C11 after a resync the client reads the first page, followed rooms, people and viewers again', async () => {
  const setup = await createFollower();
  const { chat, socket } = setup;
  await socket.sendResult(socket.getCommands('watch_rooms')[0], { missing: [] });
  chat.getRoomPeople(ONE).open();
  socket.sendEvents({ type: 'resync' });
  await flushPromises();
  const pages = socket.getCommands('list_rooms');
  expect(pages.map(({ input }) => input)).toEqual([{}, {}]);
  const follow = { add: { [ONE]: 1 }, remove: [] };
  expect(listInputs(setup, 'watch_rooms')).toEqual([follow, follow]);
  expect(listInputs(setup, 'watch_people')).toEqual([{ uids: [BEN] }, { uids: [BEN] }]);
  expect(listInputs(setup, 'watch_viewers')).toEqual([{ roomId: ONE }, { roomId: ONE }]);
});

test('C11 an open room is complete without a catch-up after a resync', async () => {
  const { socket } = await createChatInRoom(3);
  socket.sendEvents({ type: 'resync' });
  expect(socket.getCommands('open_room')).toHaveLength(1);
  expect(socket.getCommands('catch_up')).toEqual([]);
});

test('C11 an open room is read again if its membership is not as listed after the resync', async () => {
  const { chat, room, socket } = await createChatInRoom(3);
  room.applyMembership({ role: null, version: 2 });
  socket.sendEvents({ type: 'resync' });
  await socket.sendResult(socket.getCommands('list_joined').at(-1), { roomIds: [ROOM_ID] });
  const [, again] = socket.getCommands('open_room');
  const membership = { role: 'member' as const, version: 3 };
  await socket.sendResult(again, { ...makeCatchUp(3, 3), membership });
  expect(chat.memberships.isJoined(ROOM_ID)).toBe(true);
  expect(room.view.get().log?.membership).toEqual(membership);
});

test('C11 a room that was missing is followed if it is listed after the resync', async () => {
  const setup = await createFollower();
  const { socket } = setup;
  await socket.sendResult(socket.getCommands('watch_rooms')[0], { missing: [ONE] });
  socket.sendEvents({ type: 'resync' });
  await socket.sendResult(socket.getCommands('list_joined').at(-1), { roomIds: [ONE] });
  const added = { add: { [ONE]: -1 }, remove: [] };
  expect(listInputs(setup, 'watch_rooms').at(-1)).toEqual(added);
});

test('U6 a room is followed from the position of its count, if its row is newer', async () => {
  const setup = await createSender();
  const { chat, environment, socket } = setup;
  await socket.sendResult(socket.getCommands('list_rooms')[0], { rooms: [makeListedRoom(7, { id: ONE })] });
  chat.cursors.put(ONE, { seq: 5, readSeq: 5, version: 1, unread: 0 });
  chat.roomList.setViewport({ roomIds: [ONE], lastIndex: 0, isAtHead: false });
  await environment.advance(100);
  expect(listInputs(setup, 'watch_rooms')).toEqual([{ add: { [ONE]: 5 }, remove: [] }]);
});

test('C11 rooms that were being followed during the resync are read after it, and removed ones are not', async () => {
  const setup = await createFollower([ONE, TWO]);
  const { chat, environment, socket } = setup;
  chat.roomList.setViewport({ roomIds: [TWO], lastIndex: 0, isAtHead: false });
  await environment.advance(100);
  socket.sendEvents({ type: 'resync' });
  await socket.sendResult(socket.getCommands('watch_rooms')[0], { missing: [] });
  await socket.sendResult(socket.getCommands('watch_rooms')[1], { missing: [] });
  expect(listInputs(setup, 'watch_rooms').slice(1)).toEqual([{ add: { [TWO]: 2 }, remove: [ONE] }]);
});

test('C11 a resync never follows more rooms than a connection may', async () => {
  const setup = await createFollower();
  const { chat, environment, socket } = setup;
  const all = Array.from({ length: 500 }, (_, index) => makeId(1_000 + index));
  const answerAll = async () => {
    for (let at = 0; at < socket.getCommands('watch_rooms').length; at++)
      await socket.sendResult(socket.getCommands('watch_rooms')[at], { missing: [] });
  };
  chat.roomList.setViewport({ roomIds: all, lastIndex: 0, isAtHead: false });
  await environment.advance(100);
  await answerAll();
  const before = socket.getCommands('watch_rooms').length;
  socket.sendEvents({ type: 'resync' });
  await answerAll();
  const again = socket.getCommands('watch_rooms').slice(before);
  expect(again.flatMap(({ input }) => Object.keys(input['add'] as object))).toEqual(all);
  expect(again).toHaveLength(5);
});
