import type { Message } from '@snug/protocol';
import { expect, test } from 'vitest';
import { FakeBrowser } from '../testing/fake-browser.ts';
import { flushPromises } from '../testing/fake-environment.ts';
import { ANN, makeCatchUp, makeId, makeMessageSent, makeNewestPage, ROOM_ID } from '../testing/samples.ts';
import { createSender, reconnect, type TestChat } from '../testing/test-chat.ts';

const BEN = { ...ANN, uid: makeId(3), name: 'Ben' };
const READ = { seq: 5, readSeq: 3, version: 1, unread: 2, mentions: 1 };

/** The first five messages are Ben's, and Ann has read three of them. */
async function createReader(browser?: FakeBrowser): Promise<TestChat> {
  const setup = await createSender(browser);
  setup.room.open();
  setup.chat.cursors.onOpened(ROOM_ID);
  const page = makeNewestPage(5);
  const messages = page.messages.map(message => ({ ...message, author: BEN }));
  await setup.socket.sendResult(setup.socket.getCommands('open_room')[0], { ...page, messages, read: READ });
  return setup;
}

/** The read state, and how often the client moved the cursor. */
function getReading({ chat, socket }: TestChat) {
  const { readSeq, unread, mentions } = chat.cursors.get(ROOM_ID) ?? {};
  return { readSeq, unread, mentions, moves: socket.getCommands('set_read').length };
}

const UNCHANGED = { readSeq: 3, unread: 2, mentions: 1, moves: 0 };

/** The server stores the message that the client sent last, and publishes it. */
async function storeSent(setup: TestChat, seq: number, change: Partial<Message> = {}): Promise<void> {
  const command = setup.socket.getCommands('send_message').at(-1);
  const sent = makeMessageSent(seq);
  const message = { ...sent.message, id: String(command?.input.id), ...change };
  setup.socket.sendEvents({ ...sent, message });
  await setup.socket.sendResult(command, { message });
}

test.each<[from: string, change: Partial<Message>]>([
  ['a program or another device', {}],
  ['the view of a conversation', { reply: {} as never, rootId: makeId(101) }],
  ['a share of files', { file: { id: makeId(7), name: 'a.txt' } as never }],
])('U9 a message of one’s own from %s reads nothing', async (_, change) => {
  const setup = await createReader();
  const sent = makeMessageSent(6);
  setup.socket.sendEvents({ ...sent, message: { ...sent.message, ...change } });
  await flushPromises();
  expect(getReading(setup)).toEqual(UNCHANGED);
});

test('U9 neither a message of the outbox, nor one that waited for a connection or a retry, reads anything', async () => {
  const setup = await createReader();
  await setup.chat.outbox.send(ROOM_ID, { text: 'now' });
  await storeSent(setup, 6);
  expect(getReading(setup), 'the outbox').toEqual(UNCHANGED);

  await setup.chat.outbox.send(ROOM_ID, { text: 'after a retry' });
  await setup.socket.sendError(setup.socket.getCommands('send_message').at(-1), 'unavailable');
  await setup.environment.advance(500);
  await storeSent(setup, 7);
  expect(getReading(setup), 'a retry').toEqual(UNCHANGED);

  await setup.socket.drop();
  await setup.chat.outbox.send(ROOM_ID, { text: 'offline' });
  await setup.environment.advance(500);
  setup.socket.sendConnected();
  await flushPromises();
  await setup.socket.sendResult(setup.socket.getCommands('open_room')[0], {
    ...makeCatchUp(7, 7),
    read: { ...READ, seq: 7 },
  });
  await storeSent(setup, 8);
  expect(getReading(setup), 'a queue').toEqual(UNCHANGED);
});

test('U9 a message that another tab sends reads nothing here', async () => {
  const browser = new FakeBrowser();
  const leader = await createSender(browser);
  const reader = await createReader(browser);
  await leader.chat.outbox.send(ROOM_ID, { text: 'from the other tab' });
  await storeSent(leader, 6);
  reader.socket.sendEvents(makeMessageSent(6));
  await flushPromises();
  expect(getReading(reader), 'another tab').toEqual(UNCHANGED);
});

test('U9 a message that comes with a catch-up reads nothing', async () => {
  const setup = await createReader();
  await reconnect(setup);
  await setup.socket.sendResult(setup.socket.getCommands('open_room')[0], {
    ...makeCatchUp(5, 6),
    read: { ...READ, seq: 6 },
  });
  expect(getReading(setup), 'a catch-up').toEqual(UNCHANGED);
});

test('U9 taking a message back moves no cursor', async () => {
  const setup = await createReader();
  await setup.chat.outbox.send(ROOM_ID, { text: 'oops' });
  await storeSent(setup, 6);
  const { message } = makeMessageSent(6);
  const deleted = { ...message, changedSeq: 7, deletedAt: 1, text: undefined } as never;
  setup.socket.sendEvents({ type: 'message_deleted', roomId: ROOM_ID, seq: 7, message: deleted } as never);
  await flushPromises();
  expect(getReading(setup), 'Undo').toEqual(UNCHANGED);
});

test('U8 U9 a message of one’s own from elsewhere does not end "Mark unread from here"; a send that reads on does', async () => {
  const setup = await createReader();
  const { cursors } = setup.chat;
  cursors.markUnread(ROOM_ID, 2);
  const [back] = setup.socket.getCommands('set_read');
  const moved = { ...READ, readSeq: 1, version: 2, unread: 4 };
  await setup.socket.sendResult(back, { read: moved });
  setup.socket.sendEvents(makeMessageSent(6));
  cursors.markRead(ROOM_ID, 6);
  await setup.environment.advance(2_000);
  expect(setup.socket.getCommands('set_read')).toEqual([back]);
  expect(cursors.get(ROOM_ID)).toMatchObject({ readSeq: 1, unread: 4 });
  cursors.readOn(ROOM_ID, 5);
  expect(setup.socket.getCommands('set_read').at(-1)?.input).toMatchObject({ seq: 5, version: 2 });
  expect(cursors.get(ROOM_ID)).toMatchObject({ readSeq: 5, unread: 0 });
});
