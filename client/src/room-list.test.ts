import { activeAt, cursorOf, type EventOf, type ListedRoom, MAX_WATCHED_SUMMARIES } from '@snug/protocol';
import { expect, test } from 'vitest';
import { settled } from './testing/fake-environment.ts';
import { aMessage, aRow, idOf, sent } from './testing/samples.ts';
import { aChat, reconnect, type World } from './testing/test-chat.ts';

const QUIET = aRow(0, { id: idOf(11), name: 'Quiet', createdAt: 5_500 });
const BUSY = { ...aRow(9, { id: idOf(12), name: 'Busy' }), createdAt: 100 };
const OLD = aRow(0, { id: idOf(13), name: 'Old', createdAt: 100 });

/** So long what comes on screen gathers, ms. */
const GATHERED_MS = 100;

async function listing(...rooms: ListedRoom[]) {
  const world = aChat();
  await world.socket.answer(world.socket.of('list_rooms')[0], { rooms });
  return { ...world, names: () => world.chat.roomList.rooms.get()?.map(({ name }) => name) };
}

function summaryOf(room: ListedRoom, { from = room.seq - 1, to = room.seq } = {}): EventOf<'room_summary'> {
  return { type: 'room_summary', room, from, to, changes: [] };
}

function listed(...rooms: ListedRoom[]): EventOf<'list_changed'> {
  return { type: 'list_changed', rooms, more: false };
}

/** Rows that were active one after the other, the first one last. */
function rows(from: number, to: number): ListedRoom[] {
  return Array.from({ length: to - from }, (_, index) => {
    const number = from + index;
    return aRow(0, { id: idOf(10_000 + number), name: `${number}`, createdAt: 1_000_000 - number });
  });
}

/** Answers the newest call for a page from a list of `all` rooms. */
async function answerPage(world: World, all: readonly ListedRoom[]): Promise<void> {
  const asked = world.environment.socket.of('list_rooms').at(-1);
  const before = asked?.input['before'] as { roomId: string } | undefined;
  const start = before ? all.findIndex(({ id }) => id === before.roomId) + 1 : 0;
  const page = all.slice(start, start + 50);
  const last = page.at(-1);
  const next = last && start + 50 < all.length ? { next: cursorOf(last) } : {};
  await world.environment.socket.answer(asked, { rooms: page, ...next });
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
  environment.socket.tell(listed(QUIET));
  expect(names()).toEqual(['Busy', 'Quiet', 'Old']);
});

test('R1 a summary moves its room up', async () => {
  const { names, chat, environment } = await listing(OLD, BUSY);
  const { roomId: _, changedSeq: __, ...lastMessage } = aMessage(20);
  const room = { ...OLD, seq: 20, lastMessage };
  environment.socket.tell(summaryOf(room));
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

test('R1 a room that is opened shows in the list as it was read, without its description', async () => {
  const { chat, socket } = await listing(OLD, BUSY);
  chat.room(OLD.id).open();
  const row = { ...OLD, name: 'Old, and known again', seq: 20 };
  const room = { ...row, description: 'Words' };
  const state = { room, admins: [], seq: 20, reset: true, messages: [], hasOlder: false };
  await socket.answer(socket.of('open_room')[0], state);
  expect(chat.roomList.row(OLD.id)).toEqual(row);
});

test('L4 of two copies of a room the one with the higher seq counts', async () => {
  const { chat, environment } = await listing(BUSY);
  const earlier = { ...aRow(8, { id: BUSY.id }), name: 'Earlier' };
  environment.socket.tell(summaryOf(earlier), sent(9, BUSY.id), sent(3, BUSY.id));
  expect(chat.roomList.rooms.get()).toEqual([BUSY]);
});

test('a room that is told of before the list is known waits for the list', async () => {
  const { chat, socket } = aChat();
  socket.tell(listed(QUIET));
  expect(chat.roomList.rooms.get()).toBeUndefined();
  await socket.answer(socket.of('list_rooms')[0], { rooms: [OLD] });
  expect(chat.roomList.rooms.get()?.map(({ name }) => name)).toEqual(['Quiet', 'Old']);
});

test('C3 the first page is read again on a new connection, and the list shows as it was until then', async () => {
  const world = await listing(OLD);
  await reconnect(world);
  expect(world.names()).toEqual(['Old']);
  expect(world.environment.socket.of('list_rooms').map(({ input }) => input)).toEqual([{}]);
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
  const { id, name } = QUIET;
  const made = chat.createRoom({ id, name, description: 'Words' });
  const room = { ...QUIET, description: 'Words' };
  await environment.socket.answer(environment.socket.of('create_room')[0], { room });
  expect(await made).toEqual(room);
  environment.socket.tell(listed(QUIET));
  await settled();
  expect(names()).toEqual(['Quiet', 'Old']);
});

test('R3 the next page is read when the screen comes near to the end of what is known', async () => {
  const world = aChat();
  const all = rows(0, 120);
  const { roomList } = world.chat;
  await answerPage(world, all);
  expect([roomList.rooms.get()?.length, roomList.isComplete.get()]).toEqual([50, false]);
  roomList.look({ roomIds: [], last: 10, isHead: true });
  expect(world.socket.of('list_rooms')).toHaveLength(1);
  roomList.look({ roomIds: [], last: 40, isHead: false });
  expect(world.socket.of('list_rooms').at(-1)?.input).toEqual({ before: cursorOf(all[49]!) });
  await answerPage(world, all);
  roomList.look({ roomIds: [], last: 90, isHead: false });
  await answerPage(world, all);
  expect([roomList.rooms.get(), roomList.isComplete.get()]).toEqual([all, true]);
});

test('R3 a row that is known stays until a page covers its place and has it no more', async () => {
  const world = aChat();
  const all = rows(0, 120);
  world.chat.roomList.restore(all);
  const left = all.filter((_, index) => index !== 20 && index !== 70);
  await answerPage(world, left);
  expect(world.chat.roomList.rooms.get()).toEqual(all.filter((_, index) => index !== 20));
  world.chat.roomList.look({ roomIds: [], last: 40, isHead: false });
  await answerPage(world, left);
  expect(world.chat.roomList.rooms.get()).toEqual(left);
});

test('R3 a row that came while its page was on its way stays', async () => {
  const world = aChat();
  const all = rows(0, 10);
  world.socket.tell(listed(QUIET));
  await answerPage(world, all);
  expect(world.chat.roomList.row(QUIET.id)).toEqual(QUIET);
});

test('R3 who is told that there is more reads the first page again, once, within 5 s', async () => {
  const world = await listing(OLD);
  world.environment.roll = 0.99;
  const more = { ...listed(QUIET), more: true };
  world.socket.tell(more, more);
  await world.environment.pass(4_900);
  expect(world.socket.of('list_rooms')).toHaveLength(1);
  await world.environment.pass(100);
  expect(world.socket.of('list_rooms')).toHaveLength(2);
});

test('R3 the head of the list is watched while it is on screen, and read again when it is back', async () => {
  const world = await listing(OLD);
  const { roomList } = world.chat;
  const heads = () => world.socket.of('watch_list').map(({ input }) => input['on']);
  expect(heads()).toEqual([true]);
  roomList.look({ roomIds: [OLD.id], last: 30, isHead: false });
  await world.environment.pass(GATHERED_MS);
  expect(heads()).toEqual([true, false]);
  roomList.look({ roomIds: [OLD.id], last: 0, isHead: true });
  await world.environment.pass(GATHERED_MS);
  expect(heads()).toEqual([true, false, true]);
  expect(world.socket.of('list_rooms')).toHaveLength(2);
});

test('R3 a client follows open rooms, rooms on screen away from the head, and rooms that are read here', async () => {
  const world = await listing(...rows(0, 40));
  const { roomList } = world.chat;
  const asked = () => world.environment.socket.of('watch_rooms');
  const close = world.chat.room(idOf(10_003)).open();
  roomList.look({ roomIds: [idOf(10_005)], last: 30, isHead: false });
  roomList.mark([idOf(10_007), idOf(999)]);
  await world.environment.pass(GATHERED_MS);
  const seqs = { [idOf(10_003)]: 0, [idOf(10_005)]: 0, [idOf(10_007)]: 0, [idOf(999)]: -1 };
  expect(asked().map(({ input }) => input)).toEqual([{ add: seqs, remove: [] }]);
  await world.socket.answer(asked()[0], { missing: [idOf(999)] });
  close();
  roomList.look({ roomIds: [idOf(10_006)], last: 30, isHead: false });
  await world.environment.pass(GATHERED_MS);
  expect(asked().at(-1)?.input).toEqual({
    add: { [idOf(10_006)]: 0 },
    remove: [idOf(10_003), idOf(10_005)],
  });
});

test('R3 on a new connection the rooms are followed again, by the rows that are here', async () => {
  const world = await listing(BUSY, OLD);
  world.chat.roomList.mark([BUSY.id, OLD.id]);
  await world.environment.pass(GATHERED_MS);
  await world.socket.answer(world.socket.of('watch_rooms')[0], { missing: [] });
  await reconnect(world);
  const [asked] = world.environment.socket.of('watch_rooms');
  expect(asked?.input).toEqual({ add: { [BUSY.id]: 9, [OLD.id]: 0 }, remove: [] });
  expect(world.environment.socket.of('watch_list').map(({ input }) => input)).toEqual([{ on: true }]);
});

test('R3 a room that is missing leaves the list, and is not asked for again', async () => {
  const world = await listing(BUSY, OLD);
  world.chat.roomList.mark([OLD.id]);
  await world.environment.pass(GATHERED_MS);
  await world.socket.answer(world.socket.of('watch_rooms')[0], { missing: [OLD.id] });
  expect(world.names()).toEqual(['Busy']);
  world.chat.roomList.mark([OLD.id]);
  await world.environment.pass(GATHERED_MS);
  expect(world.socket.of('watch_rooms')).toHaveLength(1);
});

test('R3 a client follows at most 500 rooms, 100 in a call', async () => {
  const world = await listing(OLD);
  world.chat.roomList.mark(rows(0, 700).map(({ id }) => id));
  await world.environment.pass(GATHERED_MS);
  for (let call = 0; call < 5; call++) {
    const asked = world.socket.of('watch_rooms');
    expect(asked).toHaveLength(call + 1);
    expect(Object.keys(asked[call]?.input['add'] as object)).toHaveLength(100);
    await world.socket.answer(asked[call], { missing: [] });
  }
  expect(world.socket.of('watch_rooms')).toHaveLength(MAX_WATCHED_SUMMARIES / 100);
});

test('R3 what is refused for a while is asked for again then', async () => {
  const world = await listing(OLD);
  world.chat.roomList.mark([OLD.id]);
  await world.environment.pass(GATHERED_MS);
  await world.socket.refuse(world.socket.of('watch_rooms')[0], 'slow_down', '', 3);
  await world.environment.pass(2_900);
  expect(world.socket.of('watch_rooms')).toHaveLength(1);
  await world.environment.pass(100);
  expect(world.socket.of('watch_rooms')).toHaveLength(2);
});

test('R3 who is back at the head lets go of what is far below, but not of the rooms that are followed', async () => {
  const world = aChat();
  const all = rows(0, 500);
  const { roomList } = world.chat;
  roomList.mark([all[450]!.id]);
  await answerPage(world, all);
  for (let last = 40; last < 500; last += 50) {
    roomList.look({ roomIds: [], last, isHead: false });
    await answerPage(world, all);
  }
  expect(roomList.rooms.get()).toHaveLength(500);
  roomList.look({ roomIds: [], last: 10, isHead: true });
  await world.environment.pass(GATHERED_MS);
  expect(roomList.rooms.get()).toEqual([...all.slice(0, 200), all[450]]);
  expect(roomList.isComplete.get()).toBe(false);
  roomList.look({ roomIds: [], last: 199, isHead: false });
  expect(world.socket.of('list_rooms').at(-1)?.input).toEqual({ before: cursorOf(all[199]!) });
});

test('R1 a message of somebody else in a followed room arrives once, an own one does not', async () => {
  const world = await listing(BUSY);
  const arrived: number[] = [];
  world.chat.arrivals.subscribe(({ seq }) => arrived.push(seq));
  const change = (seq: number, authorId: string) => ({ at: seq, seq, authorId, kind: 'added' as const });
  const changes = [change(10, idOf(77)), change(11, idOf(2))];
  world.socket.tell({ ...summaryOf({ ...BUSY, seq: 11 }, { from: 9 }), changes });
  const event = sent(10, BUSY.id);
  event.message.author = { ...event.message.author, uid: idOf(77) };
  world.socket.tell(event);
  expect(arrived).toEqual([10]);
});
