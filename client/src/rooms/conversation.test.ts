import { HEART, type Message } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { SentCommand } from '../testing/fake-environment.ts';
import {
  listSeqs,
  makeCatchUp,
  makeMessage,
  makeMessageSent,
  makeNewestPage,
  ROOM_ID,
} from '../testing/samples.ts';
import { createChatInRoom, reconnect, type TestChat } from '../testing/test-chat.ts';
import { ConversationStore } from './conversation.ts';

const ROOT = makeMessage(5);

function makeReply(seq: number, text = `reply ${seq}`): Message {
  const { id, author } = ROOT;
  return { ...makeMessage(seq, { text }), reply: { id, seq: ROOT.seq, author, text: 'root' }, rootId: id };
}

function makeReplySent(seq: number) {
  return { ...makeMessageSent(seq), message: makeReply(seq) };
}

async function openConversation(messageId = ROOT.id) {
  const setup = await createChatInRoom(10);
  const conversation = new ConversationStore({
    roomId: ROOM_ID,
    messageId,
    room: setup.room,
    environment: setup.environment,
    connection: setup.chat.connection,
    isIgnored: uid => uid === 'nobody',
  });
  const close = conversation.open();
  return { ...setup, chat: setup.chat, conversation, close, setup };
}

function getRequest({ socket }: TestChat): SentCommand | undefined {
  return socket.getCommands('get_messages').at(-1);
}

function makePage(
  messages: readonly Message[],
  { seq = 10, count = messages.length, hasOlder = false } = {},
) {
  return { seq, messages, hasOlder, hasNewer: false, conversation: { rootId: ROOT.id, count } };
}

test('D5 shows the loaded messages at once, then the page of the server', async () => {
  const { setup, conversation } = await openConversation();
  expect(listSeqs(conversation.view.get().log)).toEqual([5]);
  expect(getRequest(setup)?.input).toMatchObject({ conversation: ROOT.id });
  await setup.socket.sendResult(getRequest(setup), makePage([ROOT, makeReply(9)]));
  expect(listSeqs(conversation.view.get().log)).toEqual([5, 9]);
  expect(conversation.info.get().count).toBe(2);
});

test('D5 follows the replies, edits and deletions of its messages, and no others', async () => {
  const { setup, conversation } = await openConversation();
  await setup.socket.sendResult(
    getRequest(setup),
    makePage([ROOT, makeReply(9)], { count: 30, hasOlder: true }),
  );
  setup.socket.sendEvents(makeMessageSent(11), makeReplySent(12));
  expect(listSeqs(conversation.view.get().log)).toEqual([5, 9, 12]);
  expect(conversation.info.get().count).toBe(31);
  expect(conversation.view.get().log?.arrivalCount).toBe(1);
  const edited = { ...makeReply(9, 'changed'), changedSeq: 13, revision: 1, editedAt: 1 };
  setup.socket.sendEvents({ type: 'message_edited', roomId: ROOM_ID, seq: 13, message: edited });
  expect(conversation.view.get().log?.messages[1]?.text).toBe('changed');
  const deleted = { ...makeReply(12), changedSeq: 14, deletedAt: 1 };
  setup.socket.sendEvents({ type: 'message_deleted', roomId: ROOM_ID, seq: 14, message: deleted });
  expect(listSeqs(conversation.view.get().log)).toEqual([5, 9]);
  expect(conversation.info.get().count).toBe(30);
});

test('D5 a reply that an admin removed is not shown, as in the page of the server', async () => {
  const { setup, conversation } = await openConversation();
  await setup.socket.sendResult(getRequest(setup), makePage([ROOT, makeReply(9)]));
  const removed = { ...makeReply(9), changedSeq: 11, deletedAt: 1, removed: true as const };
  setup.socket.sendEvents({ type: 'message_deleted', roomId: ROOM_ID, seq: 11, message: removed });
  expect(listSeqs(conversation.view.get().log)).toEqual([5]);
  expect(conversation.info.get().count).toBe(1);
});

test('D5 C6 own reactions to messages of a gap show, too', async () => {
  const { setup, conversation } = await openConversation();
  await setup.socket.sendResult(getRequest(setup), makePage([ROOT, makeReply(9)]));
  const { room, admins } = makeNewestPage(10);
  const messages = [{ ...makeReply(9), changedSeq: 12, reactions: { [HEART]: 1 } }];
  const gap = { from: 10, to: 12, room, admins, reset: false, messages, hasOlder: false };
  setup.socket.sendEvents({ type: 'room_caught_up', roomId: ROOM_ID, ...gap });
  await setup.environment.advance(2_000);
  const mine = { [messages[0]?.id ?? '']: [HEART] };
  await setup.socket.sendResult(setup.socket.getCommands('get_mine')[0], { mine });
  expect(conversation.view.get().log?.messages[1]?.mine).toEqual([HEART]);
});

test('D5 changes during the read are in the result', async () => {
  const { setup, conversation } = await openConversation();
  setup.socket.sendEvents(makeReplySent(11), makeReplySent(12));
  await setup.socket.sendResult(getRequest(setup), makePage([ROOT, makeReply(11)], { seq: 11 }));
  expect(listSeqs(conversation.view.get().log)).toEqual([5, 11, 12]);
});

test('D5 a catch-up brings what was missed, and a reset reads the conversation again', async () => {
  const { setup, conversation } = await openConversation();
  await setup.socket.sendResult(getRequest(setup), makePage([ROOT]));
  await reconnect(setup);
  const missed = { ...makeCatchUp(10, 11), messages: [makeReply(11)] };
  await setup.socket.sendResult(setup.socket.getCommands('open_room')[0], missed);
  expect(listSeqs(conversation.view.get().log)).toEqual([5, 11]);
  await reconnect(setup);
  const reset = { ...makeCatchUp(900, 950), reset: true, hasOlder: true };
  await setup.socket.sendResult(setup.socket.getCommands('open_room')[0], reset);
  await setup.socket.sendResult(
    getRequest(setup),
    makePage([ROOT, makeReply(11), makeReply(940)], { seq: 950 }),
  );
  expect(listSeqs(conversation.view.get().log)).toEqual([5, 11, 940]);
});

test('D5 a missing message is reported, and a lost connection is retried', async () => {
  const { setup, conversation } = await openConversation();
  await reconnect(setup);
  await setup.environment.advance(1_000);
  await setup.socket.sendError(getRequest(setup), 'not_found');
  expect(conversation.view.get().status).toBe('missing');
});

test('TR7 a missing conversation is read when its first message comes again, and stays missing until then', async () => {
  const { setup, conversation } = await openConversation();
  await setup.socket.sendError(getRequest(setup), 'not_found');
  setup.socket.sendEvents({ type: 'room_trimmed', roomId: ROOM_ID, seq: 11, before: 11, pinCount: 0 });
  expect(conversation.view.get()).toMatchObject({ status: 'missing', log: { messages: [] } });
  const again = { ...ROOT, seq: 12, changedSeq: 12 };
  setup.socket.sendEvents({ ...makeMessageSent(12), message: again });
  await setup.socket.sendResult(getRequest(setup), makePage([again], { seq: 12 }));
  expect(conversation.view.get().status).toBe('ready');
  expect(conversation.info.get().count).toBe(1);
});

test('TR7 a trimmed conversation is the one that its message begins when it is sent again', async () => {
  const { rootId: _, reply: __, ...message } = makeReply(9);
  const { setup, conversation } = await openConversation(message.id);
  await setup.socket.sendResult(getRequest(setup), makePage([ROOT, makeReply(9)]));
  setup.socket.sendEvents({ type: 'room_trimmed', roomId: ROOM_ID, seq: 11, before: 11, pinCount: 0 });
  expect(getRequest(setup)?.input).toMatchObject({ conversation: ROOT.id });
  await setup.socket.sendError(getRequest(setup), 'not_found');
  expect(getRequest(setup)?.input).toMatchObject({ conversation: message.id });
  await setup.socket.sendError(getRequest(setup), 'not_found');
  expect(conversation.view.get()).toMatchObject({ status: 'missing', log: { messages: [] } });
  expect(conversation.info.get()).toEqual({ rootId: message.id });
  const again = { ...message, seq: 12, changedSeq: 12 };
  setup.socket.sendEvents({ ...makeMessageSent(12), message: again });
  const page = { ...makePage([again], { seq: 12 }), conversation: { rootId: again.id, count: 1 } };
  await setup.socket.sendResult(getRequest(setup), page);
  expect(conversation.view.get()).toMatchObject({ status: 'ready', log: { messages: [again] } });
  expect(conversation.info.get()).toMatchObject({ rootId: again.id, count: 1 });
});

const PAGE = [ROOT, makeReply(8), makeReply(9)];
const LARGE = { count: 30, hasOlder: true };

function makeDeleted(seq: number, reply: Message) {
  const message = { ...reply, changedSeq: seq, deletedAt: 1 };
  return { type: 'message_deleted' as const, roomId: ROOM_ID, seq, message };
}

test('D5 counts a reply that is deleted before it was loaded', async () => {
  const { setup, conversation } = await openConversation();
  await setup.socket.sendResult(getRequest(setup), makePage(PAGE, LARGE));
  setup.socket.sendEvents(makeDeleted(11, makeReply(6)), makeDeleted(12, makeMessage(7)));
  expect(conversation.info.get().count).toBe(29);
});

test('D5 counts each change once, whether a page is older or newer than it', async () => {
  const { setup, conversation } = await openConversation();
  await setup.socket.sendResult(getRequest(setup), makePage(PAGE, LARGE));
  void conversation.pages.loadOlder();
  setup.socket.sendEvents(makeReplySent(11), makeDeleted(12, makeReply(6)), makeReplySent(13));
  await setup.socket.sendResult(getRequest(setup), makePage([makeReply(7)], { ...LARGE, seq: 12 }));
  expect(conversation.info.get().count, '30 at 12, and the reply of 13').toBe(31);
  void conversation.pages.loadOlder();
  await setup.socket.sendResult(getRequest(setup), makePage([], { ...LARGE, seq: 15 }));
  setup.socket.sendEvents(makeReplySent(14), makeReplySent(15), makeReplySent(16));
  expect(conversation.info.get().count, '30 at 15, and the reply of 16').toBe(31);
});

test('D5 asks for the count after a gap, once for many', async () => {
  const { setup, conversation } = await openConversation();
  await setup.socket.sendResult(getRequest(setup), makePage(PAGE, LARGE));
  const { room, admins } = makeNewestPage(10);
  for (const from of [10, 12, 14]) {
    const gap = { from, to: from + 2, room, admins, reset: false, messages: [], hasOlder: false };
    setup.socket.sendEvents({ type: 'room_caught_up', roomId: ROOM_ID, ...gap });
  }
  const before = setup.socket.getCommands('get_messages').length;
  await setup.environment.advance(2_000);
  expect(setup.socket.getCommands('get_messages')).toHaveLength(before + 1);
  setup.socket.sendEvents(makeReplySent(17));
  await setup.socket.sendResult(getRequest(setup), makePage([makeReply(9)], { count: 20, seq: 16 }));
  expect(conversation.info.get().count).toBe(21);
  expect(listSeqs(conversation.view.get().log)).toEqual([5, 8, 9, 17]);
});

test('D5 of more messages than the server counts, a deletion asks for the count', async () => {
  const { setup, conversation } = await openConversation();
  await setup.socket.sendResult(getRequest(setup), makePage(PAGE, { count: 1_000, hasOlder: true }));
  setup.socket.sendEvents(makeReplySent(11), makeDeleted(12, makeReply(6)));
  expect(conversation.info.get().count).toBe(1_000);
  await setup.environment.advance(2_000);
  await setup.socket.sendResult(getRequest(setup), makePage([makeReply(9)], { count: 999, seq: 12 }));
  expect(conversation.info.get().count).toBe(999);
});

test('TR7 a conversation loses its trimmed messages, however the client learns of the trim', async () => {
  const isByEvent = [true, false];
  for (const byEvent of isByEvent) {
    const { setup, conversation } = await openConversation();
    const messages = [ROOT, makeReply(8), makeReply(9)];
    await setup.socket.sendResult(getRequest(setup), makePage(messages, { count: 3 }));
    const trim = { type: 'room_trimmed' as const, roomId: ROOM_ID, seq: 11, before: 9, pinCount: 0 };
    if (byEvent) setup.socket.sendEvents(trim);
    else setup.room.trim(9);
    const [left, ...others] = conversation.view.get().log?.messages ?? [];
    expect(others).toEqual([]);
    expect(left).toMatchObject({ seq: 9, reply: { deleted: true } });
    expect(left?.reply).not.toHaveProperty('text');
    await setup.environment.advance(2_000);
    expect(getRequest(setup)?.input, 'only the server knows the number').toMatchObject({ limit: 1 });
    await setup.socket.sendResult(getRequest(setup), makePage([makeReply(9)], { seq: 11, count: 1 }));
    expect(conversation.info.get().count).toBe(1);
  }
});
