import type { Room } from '@snug/protocol';
import { expect, test } from 'vitest';
import { activeAt } from './room-list.ts';
import { aChat, reconnect } from './testing/chat.ts';
import { settled } from './testing/fake-environment.ts';
import { aMessage, aRoom, idOf, sent } from './testing/samples.ts';

const QUIET = aRoom(0, { id: idOf(11), name: 'Quiet', createdAt: 5_500 });
const BUSY = { ...aRoom(9, { id: idOf(12), name: 'Busy' }), createdAt: 100 };
const OLD = aRoom(0, { id: idOf(13), name: 'Old', createdAt: 100 });

async function listing(...rooms: Room[]) {
  const world = aChat();
  await world.socket.answer(world.socket.of('list_rooms')[0], { rooms });
  return { ...world, names: () => world.chat.roomList.rooms.get()?.map(({ name }) => name) };
}

test('rooms are listed by their newest message, or their creation where there is none', async () => {
  const { names } = await listing(OLD, QUIET, BUSY);
  expect(names()).toEqual(['Busy', 'Quiet', 'Old']);
  expect([BUSY, QUIET].map(activeAt)).toEqual([9_000, 5_500]);
});

test('rooms that were active at the same time keep one order for everyone', async () => {
  const twin = { ...OLD, id: idOf(14), name: 'Twin' };
  expect((await listing(OLD, twin)).names()).toEqual(['Twin', 'Old']);
  expect((await listing(twin, OLD)).names()).toEqual(['Twin', 'Old']);
});

test('R1 a new room shows in the list', async () => {
  const { names, environment } = await listing(OLD, BUSY);
  environment.socket.tell({ type: 'room_created', room: QUIET });
  expect(names()).toEqual(['Busy', 'Quiet', 'Old']);
});

test('R1 a summary moves its room up', async () => {
  const { names, chat, environment } = await listing(OLD, BUSY);
  const room = { ...OLD, seq: 20, lastMessage: aMessage(20) };
  environment.socket.tell({ type: 'room_summary', room });
  expect(names()).toEqual(['Old', 'Busy']);
  expect(chat.roomList.rooms.get()?.[0]).toEqual(room);
});

test('R1 a message in an open room shows in the list as a summary would show it, which does not come', async () => {
  const { names, chat, environment } = await listing(OLD, BUSY);
  const event = sent(10, OLD.id);
  const message = { ...event.message, text: '🐈'.repeat(201) };
  environment.socket.tell({ ...event, message });
  expect(names()).toEqual(['Old', 'Busy']);
  const { id, seq, author, createdAt } = message;
  const lastMessage = { id, seq, author, createdAt, text: '🐈'.repeat(200) };
  expect(chat.roomList.rooms.get()?.[0]).toEqual({ ...OLD, seq: 10, lastMessage });
});

test('R1 a room that is opened shows in the list as it was read', async () => {
  const { chat, socket } = await listing(OLD, BUSY);
  chat.room(OLD.id).open();
  const room = { ...OLD, name: 'Old, and known again', seq: 20 };
  const state = { room, admins: [], seq: 20, reset: true, messages: [], hasOlder: false };
  await socket.answer(socket.of('open_room')[0], state);
  expect(chat.roomList.rooms.get()).toContainEqual(room);
});

test('L4 of two copies of a room the one with the higher seq counts', async () => {
  const { chat, environment } = await listing(BUSY);
  const earlier = { ...aRoom(8, { id: BUSY.id }), name: 'Earlier' };
  environment.socket.tell({ type: 'room_summary', room: earlier }, sent(9, BUSY.id), sent(3, BUSY.id));
  expect(chat.roomList.rooms.get()).toEqual([BUSY]);
});

test('a room that is told of before the list is known waits for the list', async () => {
  const { chat, socket } = aChat();
  socket.tell({ type: 'room_created', room: QUIET });
  expect(chat.roomList.rooms.get()).toBeUndefined();
  await socket.answer(socket.of('list_rooms')[0], { rooms: [OLD] });
  expect(chat.roomList.rooms.get()?.map(({ name }) => name)).toEqual(['Quiet', 'Old']);
});

test('C3 the list is read again on a new connection, and shown as it was until then', async () => {
  const world = await listing(OLD);
  await reconnect(world);
  expect(world.names()).toEqual(['Old']);
  await world.environment.socket.answer(world.environment.socket.of('list_rooms')[0], { rooms: [OLD, BUSY] });
  expect(world.names()).toEqual(['Busy', 'Old']);
});

test('a list that could not be read at first is asked for again by itself', async () => {
  const { chat, environment, socket } = aChat();
  await socket.refuse(socket.of('list_rooms')[0], 'unavailable');
  await environment.pass(1_000);
  await socket.answer(socket.of('list_rooms')[1], { rooms: [OLD] });
  expect(chat.roomList.rooms.get()).toEqual([OLD]);
});

test('R2 a room that this person made shows at once, and only once when it is told as well', async () => {
  const { chat, names, environment } = await listing(OLD);
  const { id, name, description } = QUIET;
  const made = chat.createRoom({ id, name, description });
  await environment.socket.answer(environment.socket.of('create_room')[0], { room: QUIET });
  expect(await made).toEqual(QUIET);
  environment.socket.tell({ type: 'room_created', room: QUIET });
  await settled();
  expect(names()).toEqual(['Quiet', 'Old']);
});
