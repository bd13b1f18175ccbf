import { type Event, HEART } from '@snug/protocol';
import { expect, test } from 'vitest';
import {
  ANN,
  listSeqs,
  makeCatchUp,
  makeId,
  makeListedRoom,
  makeMessage,
  makeMessageSent,
  makeNewestPage,
  makeRoom,
  ROOM_ID,
} from '../testing/samples.ts';
import { createChatInRoom, createSender, type TestChat } from '../testing/test-chat.ts';

const BEN = { ...ANN, uid: makeId(9), name: 'Ben' };
const UNKNOWN = { deep: [{ seq: 99 }] };
/** Their keys are data, not fields. */
const RECORDS = new Set(['reactions', 'mine', 'rooms']);

/** The value with an unknown field in each of its objects. */
function addUnknownFields<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(addUnknownFields) as Value;
  if (!value || typeof value !== 'object') return value;
  const fields = Object.entries(value).map(([key, field]) => [
    key,
    RECORDS.has(key) && !Array.isArray(field) ? field : addUnknownFields(field),
  ]);
  return { ...Object.fromEntries(fields), unknown: UNKNOWN } as Value;
}

function removeUnknownFields<Value>(value: Value): Value {
  const text = JSON.stringify(value, (key, field: unknown) => (key === 'unknown' ? undefined : field));
  return JSON.parse(text) as Value;
}

const later = (event: object): Event => event as Event;

/** A conversation in which the server sends one of each event that a room has; `change` is applied to all that it sends. */
async function runConversation(change: <Value>(value: Value) => Value) {
  const world = await createSender();
  const { chat, room, socket } = world;
  const message = makeMessage(2, { changedSeq: 4 });
  const events: Event[] = [
    { type: 'heartbeat', rooms: { [ROOM_ID]: 2 } },
    { ...makeMessageSent(3), message: { ...makeMessage(3), author: BEN } },
    {
      type: 'message_reacted',
      roomId: ROOM_ID,
      seq: 4,
      message: { ...message, reactions: { [HEART]: 1 } },
      uid: ANN.uid,
      emoji: HEART,
      on: true,
    },
    { type: 'room_edited', roomId: ROOM_ID, seq: 5, room: makeRoom(5, { name: 'Renamed' }) },
    { type: 'admin_changed', roomId: ROOM_ID, seq: 6, uid: BEN.uid, admin: true },
    { type: 'room_caught_up', roomId: ROOM_ID, from: 6, to: 7, ...makeCatchUp(6, 7) },
    { type: 'viewer_count', roomId: ROOM_ID, count: 3 },
    { type: 'profile_changed', person: { ...BEN, name: 'Benjamin', version: 2 } },
  ];
  room.open();
  await socket.sendResult(socket.getCommands('list_rooms')[0], change({ rooms: [makeListedRoom(2)] }));
  await socket.sendResult(socket.getCommands('open_room')[0], change(makeNewestPage(2)));
  void chat.outbox.send(ROOM_ID, { text: 'mine' });
  await socket.sendResult(socket.getCommands('send_message')[0], change({ message: makeMessage(8) }));
  socket.sendEvents(...events.map(change));
  return readScreen(world);
}

function readScreen({ chat, room, socket }: TestChat) {
  return {
    room: room.view.get(),
    rooms: chat.roomList.rooms.get(),
    ben: chat.people.getPerson(BEN.uid).get(),
    viewerCount: chat.getRoomPeople(ROOM_ID).viewerCount.get(),
    outbox: chat.outbox.items.get().map(({ text, status }) => ({ text, status })),
    commands: socket.sent.map(({ command }) => command),
  };
}

test('E1 a client ignores unknown fields of events and results', async () => {
  const expected = await runConversation(value => value);
  expect(expected.room.log).toMatchObject({ seq: 7, room: { name: 'Room' } });
  const screen = await runConversation(addUnknownFields);
  expect(JSON.stringify(screen)).toContain('unknown');
  expect(removeUnknownFields(screen)).toEqual(removeUnknownFields(expected));
});

test('E1 a client ignores unknown events without a seq, and frames of an unknown kind', async () => {
  const world = await createChatInRoom(2);
  const before = JSON.stringify(readScreen(world));
  world.socket.sendEvents(
    later({ type: 'waved', roomId: ROOM_ID, uid: BEN.uid, message: makeMessage(3), room: makeRoom(9) }),
    later({ type: 'announcement', seq: 9, text: 'Not of a room' }),
    later({ type: 'constructor' }),
  );
  await world.socket.sendResult(undefined, { nobody: 'asked' });
  expect(JSON.stringify(readScreen(world))).toBe(before);
  world.socket.sendEvents(makeMessageSent(3));
  expect(world.room.view.get().log?.seq).toBe(3);
});

const step = (seq: number, fields: object) =>
  later({ type: 'later_event', roomId: ROOM_ID, seq, incarnation: 'i', ...fields });

test('E2 an unknown event with a seq applies its message: a new one, a changed one and a deleted one', async () => {
  const { chat, room, socket } = await createChatInRoom(2);
  await socket.sendResult(socket.getCommands('list_rooms')[0], { rooms: [makeListedRoom(2)] });
  const arrived: number[] = [];
  chat.arrivals.subscribe(({ seq }) => arrived.push(seq));
  const { text: _, ...withoutText } = makeMessage(2, { changedSeq: 4 });
  socket.sendEvents(
    step(3, { message: { ...makeMessage(3), author: BEN }, sticker: 'cat' }),
    step(4, { message: withoutText, withoutText: true }),
    step(5, { message: { ...makeMessage(1, { changedSeq: 5 }), deletedAt: 5 } }),
    makeMessageSent(6),
  );
  const { log } = room.view.get();
  expect(log).toMatchObject({ seq: 6, arrivalCount: 1 });
  expect(log?.messages.map(({ seq, changedSeq, text }) => [seq, changedSeq, text])).toEqual([
    [2, 4, 'message 2'],
    [3, 3, 'message 3'],
    [6, 6, 'message 6'],
  ]);
  expect(arrived).toEqual([3]);
  expect(chat.roomList.getRow(ROOM_ID)?.lastMessage?.seq).toBe(6);
  expect(socket.getCommands('catch_up')).toEqual([]);
});

test('E2 an unknown event with a seq applies its room and its admins', async () => {
  const { chat, room, socket } = await createChatInRoom(2);
  socket.sendEvents(step(3, { room: makeRoom(3, { name: 'Renamed' }) }), step(4, { admins: [BEN.uid] }));
  expect(room.view.get().log).toMatchObject({
    seq: 4,
    incarnation: 'i',
    room: { name: 'Renamed' },
    admins: [BEN.uid],
  });
  expect(listSeqs(room.view.get().log)).toEqual([1, 2]);
  expect(chat.roomList.getRow(ROOM_ID)?.name).toBe('Renamed');
  expect(socket.getCommands('catch_up')).toEqual([]);
});

test('E2 after an unknown event with a seq and nothing to apply, the client catches up once', async () => {
  const { room, socket } = await createChatInRoom(2);
  socket.sendEvents(step(3, { members: [] }), makeMessageSent(4));
  expect(room.view.get().log?.seq).toBe(2);
  const catchUps = socket.getCommands('catch_up');
  expect(catchUps.map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, since: 2, incarnation: '', trims: true },
  ]);
  await socket.sendResult(catchUps[0], { ...makeCatchUp(2, 3), messages: [] });
  expect(listSeqs(room.view.get().log)).toEqual([1, 2, 4]);
  expect(room.view.get().log?.seq).toBe(4);
  socket.sendEvents(later({ type: 'later_event', roomId: ROOM_ID, seq: 3 }));
  expect(socket.getCommands('catch_up')).toHaveLength(1);
});

for (const [retry, status, tries] of [
  [true, 'waiting', 2],
  [false, 'failed', 1],
] as const) {
  test(`E3 a message that is refused with an unknown code and retry ${retry} is ${status}`, async () => {
    const { chat, environment, socket } = await createChatInRoom(2);
    void chat.outbox.send(ROOM_ID, { text: 'one' });
    await socket.sendError(socket.getCommands('send_message')[0], 'later_code', 'Of later', undefined, retry);
    expect(chat.outbox.items.get()).toMatchObject([{ text: 'one', status }]);
    await environment.advance(1_000);
    expect(socket.getCommands('send_message')).toHaveLength(tries);
  });
}
