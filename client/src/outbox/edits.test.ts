import { expect, test } from 'vitest';
import { actionKeys } from '../actions/action-keys.ts';
import { flushPromises, type SentCommand } from '../testing/fake-environment.ts';
import { makeMessage, ROOM_ID } from '../testing/samples.ts';
import { createChatInRoom, createSender, reconnect, type TestChat } from '../testing/test-chat.ts';

const MESSAGE = makeMessage(5);

function edit({ chat }: TestChat, text: string, revision = 0, id = MESSAGE.id): void {
  const input = { roomId: ROOM_ID, id, text, revision, editId: chat.newId() };
  const key = actionKeys.edit(ROOM_ID, id);
  void chat.actions.enqueue({ key, roomId: ROOM_ID, command: 'edit_message', input });
}

function lastEdit({ socket }: TestChat): SentCommand | undefined {
  return socket.getCommands('edit_message').at(-1);
}

function listEdits({ socket }: TestChat): unknown[] {
  return socket.getCommands('edit_message').map(({ input }) => [input.text, input.revision]);
}

test('D2 an edit is sent again with the same id, so a repetition is no conflict', async () => {
  const setup = await createSender();
  edit(setup, 'changed');
  const first = lastEdit(setup);
  await reconnect(setup);
  await flushPromises();
  expect(lastEdit(setup)?.input).toEqual(first?.input);
});

test('D2 an edit that replaced one whose result was lost continues from it', async () => {
  const setup = await createSender();
  edit(setup, 'first');
  await setup.socket.drop();
  edit(setup, 'second');
  await setup.environment.advance(500);
  setup.socket.sendConnected();
  await flushPromises();
  expect(listEdits(setup)).toEqual([['second', 0]]);
  await setup.socket.sendError(lastEdit(setup), 'stale');
  const stored = { ...MESSAGE, text: 'first', revision: 1, editedAt: 9 };
  const page = { seq: 9, messages: [stored], hasOlder: true, hasNewer: true };
  await setup.socket.sendResult(setup.socket.getCommands('get_messages').at(-1), page);
  expect(listEdits(setup).at(-1)).toEqual(['second', 1]);
  await setup.socket.sendResult(lastEdit(setup), { message: { ...stored, text: 'second', revision: 2 } });
  expect(setup.chat.actions.pending.get()).toEqual([]);
});

test('D2 the last of several edits continues from the one whose result was lost', async () => {
  const setup = await createSender();
  edit(setup, 'first');
  await setup.socket.drop();
  for (const text of ['second', 'third']) edit(setup, text);
  await setup.environment.advance(500);
  setup.socket.sendConnected();
  await flushPromises();
  await setup.socket.sendError(lastEdit(setup), 'stale');
  const stored = { ...MESSAGE, text: 'first', revision: 1, editedAt: 9 };
  const page = { seq: 9, messages: [stored], hasOlder: true, hasNewer: true };
  await setup.socket.sendResult(setup.socket.getCommands('get_messages').at(-1), page);
  expect(listEdits(setup)).toEqual([
    ['third', 0],
    ['third', 1],
  ]);
});

test('D2 Z6 an edit after one whose room was closed before its result continues from it', async () => {
  const setup = await createChatInRoom(5);
  edit(setup, 'first');
  setup.close();
  const stored = { ...MESSAGE, text: 'first', revision: 1, editedAt: 9, changedSeq: 6 };
  await setup.socket.sendResult(lastEdit(setup), { message: stored });
  edit(setup, 'second');
  await setup.socket.sendError(lastEdit(setup), 'stale');
  const page = { seq: 6, messages: [stored], hasOlder: true, hasNewer: true };
  await setup.socket.sendResult(setup.socket.getCommands('get_messages').at(-1), page);
  expect(listEdits(setup).at(-1)).toEqual(['second', 1]);
});

test('D2 an edit of another device stays, and the rejected edit has its text', async () => {
  const setup = await createSender();
  const rejected: unknown[] = [];
  setup.chat.actions.onRejected.subscribe(({ action, error }) => rejected.push([action.input, error.code]));
  edit(setup, 'first');
  edit(setup, 'second');
  await setup.socket.sendError(lastEdit(setup), 'stale');
  await setup.socket.sendError(lastEdit(setup), 'stale');
  const stored = { ...MESSAGE, text: 'from elsewhere', revision: 1, editedAt: 9 };
  const page = { seq: 9, messages: [stored], hasOlder: true, hasNewer: true };
  await setup.socket.sendResult(setup.socket.getCommands('get_messages').at(-1), page);
  expect(rejected).toEqual([[expect.objectContaining({ text: 'second' }), 'stale']]);
  expect(listEdits(setup)).toEqual([
    ['first', 0],
    ['second', 0],
  ]);
});

test('an edit of an unsent message is sent after it', async () => {
  const setup = await createSender();
  void setup.chat.outbox.send(ROOM_ID, { text: 'typo' }, MESSAGE.id);
  edit(setup, 'fixed');
  await flushPromises();
  expect(listEdits(setup)).toEqual([]);
  const sent = setup.socket.getCommands('send_message')[0];
  await setup.socket.sendResult(sent, { message: { ...MESSAGE, text: 'typo' } });
  expect(listEdits(setup)).toEqual([['fixed', 0]]);
});

test('a reply is sent with the id of its source, and shows its quote before', async () => {
  const { chat, socket } = await createSender();
  const { id, seq, author } = MESSAGE;
  const reply = { id, seq, author, text: 'message 5' };
  void chat.outbox.send(ROOM_ID, { text: 'yes', reply, rootId: id });
  await flushPromises();
  expect(chat.outbox.items.get()[0]).toMatchObject({ reply, rootId: id });
  expect(socket.getCommands('send_message')[0]?.input).toMatchObject({ text: 'yes', replyTo: id });
});

test('the deletion of a message that was taken back waits while the message is on its way', async () => {
  const { chat, socket } = await createSender();
  void chat.outbox.send(ROOM_ID, { text: 'oops' }, MESSAGE.id);
  await flushPromises();
  chat.outbox.withdraw(MESSAGE.id);
  const input = { roomId: ROOM_ID, messageId: MESSAGE.id };
  const key = actionKeys.deletion(ROOM_ID, MESSAGE.id);
  void chat.actions.enqueue({ key, roomId: ROOM_ID, command: 'delete_message', input });
  await flushPromises();
  expect(socket.getCommands('delete_message')).toEqual([]);
  await socket.sendResult(socket.getCommands('send_message')[0], { message: { ...MESSAGE, text: 'oops' } });
  expect(socket.getCommands('delete_message').map(sent => sent.input)).toEqual([input]);
});

test('a message that was taken back without a connection is never sent', async () => {
  const setup = await createSender();
  await setup.socket.drop();
  void setup.chat.outbox.send(ROOM_ID, { text: 'oops' }, MESSAGE.id);
  await flushPromises();
  setup.chat.outbox.withdraw(MESSAGE.id);
  await setup.environment.advance(500);
  setup.socket.sendConnected();
  await flushPromises();
  expect(setup.socket.getCommands('send_message')).toEqual([]);
});
