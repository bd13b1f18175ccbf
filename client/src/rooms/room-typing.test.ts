import type { Person } from '@snug/protocol';
import { expect, test } from 'vitest';
import { ANN, makeId, makeMessage, makeMessageSent, ROOM_ID } from '../testing/samples.ts';
import { createChatInRoom } from '../testing/test-chat.ts';
import { Typing } from './typing.ts';

const ADA: Person = { uid: makeId(3), name: 'Ada', createdAt: 0, version: 1 };
const GRACE: Person = { uid: makeId(4), name: 'Grace', createdAt: 0, version: 1 };

const makeTyping = (person: Person) => ({ type: 'typing' as const, roomId: ROOM_ID, person });
const makeCount = (count: number) => ({ type: 'viewer_count' as const, roomId: ROOM_ID, count });

function makeMessageOf(author: Person, seq: number) {
  return { ...makeMessageSent(seq), message: { ...makeMessage(seq), author } };
}

async function createTyping() {
  const setup = await createChatInRoom(1);
  const typing = new Typing(setup.environment, setup.chat);
  typing.start();
  return { ...setup, typing: typing.get(ROOM_ID) };
}

type Setup = Awaited<ReturnType<typeof createTyping>>;

const listTyping = ({ typing }: Setup) => typing.get().map(({ name }) => name);
const countReports = ({ socket }: Setup) => socket.getCommands('set_typing').length;

test('W4 a person is shown as typing for 5 s after the last report', async () => {
  const setup = await createTyping();
  setup.socket.sendEvents(makeTyping(ADA), makeTyping(GRACE));
  expect(listTyping(setup)).toEqual(['Ada', 'Grace']);
  await setup.environment.advance(4_000);
  setup.socket.sendEvents(makeTyping(ADA));
  await setup.environment.advance(1_000);
  expect(listTyping(setup)).toEqual(['Ada']);
  await setup.environment.advance(4_000);
  expect(listTyping(setup)).toEqual([]);
});

test('W4 the message of a person ends it at once, also for a report that comes just after it', async () => {
  const setup = await createTyping();
  setup.socket.sendEvents(makeTyping(ADA));
  setup.socket.sendEvents(makeMessageOf(ADA, 2), makeTyping(ADA));
  expect(listTyping(setup)).toEqual([]);
  await setup.environment.advance(500);
  setup.socket.sendEvents(makeTyping(ADA));
  expect(listTyping(setup)).toEqual(['Ada']);
});

test('W4 a late report shows nobody, also of a person whose first report it is, and after several messages', async () => {
  const setup = await createTyping();
  setup.socket.sendEvents(makeMessageOf(ADA, 2), makeTyping(ADA));
  expect(listTyping(setup)).toEqual([]);
  await setup.environment.advance(300);
  setup.socket.sendEvents(makeMessageOf(GRACE, 3), makeMessageOf(ADA, 4));
  await setup.environment.advance(300);
  setup.socket.sendEvents(makeTyping(ADA), makeTyping(GRACE));
  expect(listTyping(setup)).toEqual([]);
  await setup.environment.advance(200);
  setup.socket.sendEvents(makeTyping(ADA), makeTyping(GRACE));
  expect(listTyping(setup)).toEqual(['Ada', 'Grace']);
});

test('W5 a client shows neither its own person nor people whom that person has blocked', async () => {
  const setup = await createTyping();
  setup.socket.sendEvents({ type: 'block_changed', uid: ADA.uid, blocked: true, version: 0 });
  setup.socket.sendEvents(makeTyping(ANN), makeTyping(ADA), makeTyping(GRACE));
  expect(listTyping(setup)).toEqual(['Grace']);
});

test('W5 a client reports at most every 3 s, and at once after its own message', async () => {
  const setup = await createTyping();
  const { typing } = setup;
  setup.socket.sendEvents(makeCount(2));
  typing.report();
  typing.report();
  expect(countReports(setup)).toBe(1);
  await setup.environment.advance(3_000);
  typing.report();
  expect(countReports(setup)).toBe(2);
  setup.socket.sendEvents(makeMessageOf(ANN, 2));
  typing.report();
  expect(countReports(setup)).toBe(3);
});

test('W6 a client reports nothing alone in a room, with more than 50 viewers, or without a connection', async () => {
  const setup = await createTyping();
  const { typing } = setup;
  const report = () => {
    typing.report();
    return countReports(setup);
  };
  expect(report()).toBe(0);
  setup.socket.sendEvents(makeCount(1));
  expect(report()).toBe(0);
  setup.socket.sendEvents(makeCount(51));
  expect(report()).toBe(0);
  setup.socket.sendEvents(makeCount(50));
  expect(report()).toBe(1);
  await setup.environment.advance(3_000);
  await setup.socket.drop();
  typing.report();
  expect(countReports(setup)).toBe(1);
});
