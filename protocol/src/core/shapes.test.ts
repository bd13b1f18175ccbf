import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  CLOSE_CODE,
  ClientFrame,
  COMMANDS,
  CommandError,
  ERRORS,
  Event,
  Id,
  isCommandName,
  isRoomEvent,
  MAX_PAGE_SIZE,
  PAGE_SIZE,
  Seq,
  Timestamp,
} from '../index.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const ROOM = { id: ID, name: 'Room', description: 'A room', createdAt: 0, seq: 0 };

test('only a lower-case UUID is an id', () => {
  expect(v.is(Id, ID)).toBe(true);
  const invalid = [
    '',
    ID.toUpperCase(),
    `${ID}0`,
    ID.slice(1),
    ID.replaceAll('-', ''),
    ` ${ID}`,
    `${ID}\n`,
    7,
    null,
  ];
  for (const value of invalid) expect(v.is(Id, value)).toBe(false);
});

test('a seq is a whole number from 0 on that a double represents exactly', () => {
  for (const value of [0, 1, Number.MAX_SAFE_INTEGER]) expect(v.is(Seq, value)).toBe(true);
  for (const value of [-1, 0.5, NaN, Infinity, 2 ** 53, '1', 1n, null]) expect(v.is(Seq, value)).toBe(false);
});

test('a timestamp is a whole number of milliseconds', () => {
  expect(v.is(Timestamp, -1)).toBe(true);
  for (const value of [0.5, NaN, '0', new Date()]) expect(v.is(Timestamp, value)).toBe(false);
});

test('T4 E7 every command rejects unknown fields', () => {
  for (const [name, { input }] of Object.entries(COMMANDS)) {
    const unknown = v.safeParse(input, { nonsense: 1 }).issues?.map(issue => v.getDotPath(issue));
    expect([name, unknown]).toEqual([name, expect.arrayContaining(['nonsense'])]);
  }
});

test('only keys of the table are command names, and not inherited properties', () => {
  for (const name of Object.keys(COMMANDS)) expect(isCommandName(name)).toBe(true);
  for (const name of [
    '',
    'toString',
    '__proto__',
    'constructor',
    'Send_message',
    7,
    null,
    ['send_message'],
  ]) {
    expect(isCommandName(name)).toBe(false);
  }
});

test('a page has 15 messages by default, and 1 to 100 on request', () => {
  const { input } = COMMANDS.get_messages;
  expect(v.parse(input, { roomId: ID }).limit).toBe(PAGE_SIZE);
  expect(v.parse(input, { roomId: ID, limit: MAX_PAGE_SIZE }).limit).toBe(MAX_PAGE_SIZE);
  for (const limit of [0, -1, 1.5, MAX_PAGE_SIZE + 1, '5'])
    expect(v.is(input, { roomId: ID, limit })).toBe(false);
});

test('the name and description of a room are trimmed before they are stored', () => {
  const parsed = v.parse(COMMANDS.create_room.input, { name: ' Room ', description: '\nA room ' });
  expect(parsed).toEqual({ name: 'Room', description: 'A room' });
});

test('T2 a frame has a whole number, the name of a command and an input', () => {
  expect(v.is(ClientFrame, { id: 1, command: 'list_rooms', input: {} })).toBe(true);
  const invalid = [
    null,
    [],
    { id: '1', command: 'x', input: {} },
    { id: 0.5, command: 'x', input: {} },
    { id: 1, command: 7, input: {} },
    { id: 1, input: {} },
    { id: 1, command: 'x', input: {}, more: 1 },
  ];
  for (const value of invalid) expect([value, v.is(ClientFrame, value)]).toEqual([value, false]);
});

test('an event with a room and a seq is a room event, any other is not', () => {
  const author = { uid: ID, name: 'Ann', createdAt: 0, version: 1 };
  const message = {
    id: ID,
    roomId: ID,
    seq: 1,
    changedSeq: 1,
    author,
    createdAt: 0,
    text: 'x',
  };
  const read = { seq: 1, readSeq: 0, version: 0, unread: 1 };
  const others = {
    roomId: ID,
    read,
    version: 1,
    epoch: 'e',
    me: author,
    room: ROOM,
    from: 0,
    to: 1,
    changes: [],
    more: false,
  };
  for (const [type, rooms] of [
    ['connected', {}],
    ['heartbeat', {}],
    ['room_summary', {}],
    ['list_changed', []],
    ['read_moved', {}],
  ]) {
    expect([type, isRoomEvent(v.parse(Event, { ...others, rooms, type }))]).toEqual([type, false]);
  }
  const steps = { roomId: ID, seq: 1, message, room: ROOM, uid: ID, emoji: '👍', on: true, admin: true };
  for (const type of ['message_sent', 'message_reacted', 'message_deleted', 'room_edited', 'admin_changed']) {
    expect([type, isRoomEvent(v.parse(Event, { ...steps, type }))]).toEqual([type, true]);
  }
});

test('every error has a status, a sentence, and whether a retry can help', () => {
  for (const [code, { status, message }] of Object.entries(ERRORS)) {
    expect([code, status >= 400]).toEqual([code, true]);
    expect(message).toMatch(/^[A-Z]([^.]+|.+\. .+\.)$/);
  }
  expect(new CommandError('unavailable').isRetryable).toBe(true);
  expect(new CommandError('id_taken').isRetryable).toBe(false);
  expect(new CommandError('id_taken', 'Taken')).toMatchObject({
    status: 409,
    message: 'Taken',
    name: 'CommandError',
  });
});

test('T6 the codes after which a client does not reconnect are Snug’s own', () => {
  const codes = Object.values(CLOSE_CODE);
  expect(new Set(codes).size).toBe(codes.length);
  expect(CLOSE_CODE).toMatchObject({
    unauthenticated: 4401,
    unsupportedVersion: 4426,
    restart: 1012,
    invalidFrame: 1007,
    tooLarge: 1009,
  });
});
