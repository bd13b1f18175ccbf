import { expect, onTestFinished, test } from 'vitest';
import type { Chat } from '../chat.ts';
import { flushPromises, type SentCommand } from '../testing/fake-environment.ts';
import {
  makeCatchUp,
  makeId,
  makeMessage,
  makeMessageSent,
  makeNewestPage,
  ROOM_ID,
} from '../testing/samples.ts';
import { createChatInRoom, createSender, reconnect, type TestChat } from '../testing/test-chat.ts';

const OTHER_ROOM = makeId(9);

/** As `text status`. */
function listPending({ chat }: TestChat): string[] {
  return chat.outbox.items.get().map(({ text, status }) => `${text} ${status}`);
}

function listTexts(setup: TestChat): unknown[] {
  return setup.socket.getCommands('send_message').map(({ input }) => input.text);
}

/** The result of a `send_message` that the server stored at `seq`. */
function makeSendResult(seq: number, sentCommand: SentCommand | undefined) {
  return { message: { ...makeMessage(seq), ...sentCommand?.input } };
}

function makeSentEvent(seq: number, sentCommand: SentCommand | undefined) {
  return { ...makeMessageSent(seq), message: makeSendResult(seq, sentCommand).message };
}

test('O1 an item stays until the room shows it, even after the result', async () => {
  const setup = await createChatInRoom(2);
  const { chat, socket } = setup;
  void chat.outbox.send(ROOM_ID, { text: 'one' });
  expect(listPending(setup)).toEqual(['one waiting']);
  const [sentCommand] = socket.getCommands('send_message');
  await socket.sendResult(sentCommand, makeSendResult(3, sentCommand));
  expect(listPending(setup)).toEqual(['one stored']);
  socket.sendEvents(makeSentEvent(3, sentCommand));
  expect(listPending(setup)).toEqual([]);
});

test("O1 an item with a file is sent by the file's id, and leaves like a text", async () => {
  const setup = await createChatInRoom(2);
  const { chat, socket } = setup;
  const upload = { bytes: { size: 1, type: 'image/png' }, name: 'a.png' };
  const file = {
    id: makeId(7),
    name: 'a.png',
    contentType: 'image/png',
    size: 1,
    url: `/files/${makeId(7)}`,
  };
  void chat.outbox.send(ROOM_ID, { upload });
  await setup.environment.uploads[0]?.finish(file.id);
  expect(chat.outbox.items.get()).toMatchObject([{ file, status: 'waiting' }]);
  const [sentCommand] = socket.getCommands('send_message');
  expect(sentCommand?.input).toEqual({
    roomId: ROOM_ID,
    id: chat.outbox.items.get()[0]?.id,
    fileId: file.id,
  });
  const message = { ...makeMessage(3), id: String(sentCommand?.input.id), file };
  await socket.sendResult(sentCommand, { message });
  socket.sendEvents({ type: 'message_sent', roomId: ROOM_ID, seq: 3, message });
  expect(chat.outbox.items.get()).toEqual([]);
  expect(setup.room.view.get().log?.messages.at(-1)?.file).toEqual(file);
});

test('O1 an item leaves with its event, before its result, which changes nothing', async () => {
  const setup = await createChatInRoom(2);
  const { chat, socket } = setup;
  void chat.outbox.send(ROOM_ID, { text: 'one' });
  const [sentCommand] = socket.getCommands('send_message');
  socket.sendEvents(makeSentEvent(3, sentCommand));
  expect(listPending(setup)).toEqual([]);
  await socket.sendResult(sentCommand, makeSendResult(3, sentCommand));
  expect(listPending(setup)).toEqual([]);
});

test("O1 another person's message does not remove the item", async () => {
  const setup = await createChatInRoom(2);
  void setup.chat.outbox.send(ROOM_ID, { text: 'message 3' });
  setup.socket.sendEvents(makeMessageSent(3));
  expect(listPending(setup)).toEqual(['message 3 waiting']);
});

test('O1 a stored item whose result was lost leaves when a catch-up shows it', async () => {
  const setup = await createChatInRoom(2);
  void setup.chat.outbox.send(ROOM_ID, { text: 'one' });
  const [sentCommand] = setup.socket.getCommands('send_message');
  await reconnect(setup);
  expect(setup.socket.getCommands('send_message')[0]?.input).toEqual(sentCommand?.input);
  const { message } = makeSendResult(3, sentCommand);
  await setup.socket.sendResult(setup.socket.getCommands('open_room')[0], {
    ...makeCatchUp(2, 3),
    messages: [message],
  });
  expect(listPending(setup)).toEqual([]);
});

test('O1 an item that is stored above a reset leaves when the log has passed it', async () => {
  const setup = await createChatInRoom(2);
  const { chat, socket } = setup;
  void chat.outbox.send(ROOM_ID, { text: 'one' });
  const [sentCommand] = socket.getCommands('send_message');
  await socket.sendResult(sentCommand, makeSendResult(3, sentCommand));
  socket.sendEvents({ type: 'heartbeat', rooms: { [ROOM_ID]: 900 } });
  await socket.sendResult(socket.getCommands('catch_up')[0], makeNewestPage(900, 886));
  expect(listPending(setup)).toEqual([]);
});

test('O1 an item of a room without subscription leaves with its result', async () => {
  const setup = await createSender();
  void setup.chat.outbox.send(ROOM_ID, { text: 'one' });
  const [sentCommand] = setup.socket.getCommands('send_message');
  await setup.socket.sendResult(sentCommand, makeSendResult(3, sentCommand));
  expect(listPending(setup)).toEqual([]);
});

test('O2 items of a room are sent in order, one at a time', async () => {
  const setup = await createSender();
  const { chat, socket } = setup;
  for (const text of ['one', 'two', 'three']) void chat.outbox.send(ROOM_ID, { text });
  for (const [index, texts] of [['one'], ['one', 'two'], ['one', 'two', 'three']].entries()) {
    expect(listTexts(setup)).toEqual(texts);
    const sentCommand = socket.getCommands('send_message')[index];
    await socket.sendResult(sentCommand, makeSendResult(index + 1, sentCommand));
  }
  expect(listPending(setup)).toEqual([]);
});

test('O2 one room does not wait for another', async () => {
  const setup = await createSender();
  void setup.chat.outbox.send(ROOM_ID, { text: 'here' });
  void setup.chat.outbox.send(OTHER_ROOM, { text: 'there' });
  expect(listTexts(setup)).toEqual(['here', 'there']);
});

test('O2 items that are sent without a connection go out, in order, on the next one', async () => {
  const setup = await createSender();
  await setup.socket.drop();
  void setup.chat.outbox.send(ROOM_ID, { text: 'one' });
  void setup.chat.outbox.send(ROOM_ID, { text: 'two' });
  await setup.environment.advance(500);
  expect(listTexts(setup)).toEqual([]);
  setup.socket.sendConnected();
  expect(listTexts(setup)).toEqual(['one']);
  const [sentCommand] = setup.socket.getCommands('send_message');
  await setup.socket.sendResult(sentCommand, makeSendResult(1, sentCommand));
  expect(listTexts(setup)).toEqual(['one', 'two']);
});

test('O2 after a lost connection the items follow in the same order under the same ids', async () => {
  const setup = await createSender();
  void setup.chat.outbox.send(ROOM_ID, { text: 'one' });
  void setup.chat.outbox.send(ROOM_ID, { text: 'two' });
  const ids = setup.chat.outbox.items.get().map(({ id }) => id);
  await reconnect(setup);
  const [first] = setup.socket.getCommands('send_message');
  await setup.socket.sendResult(first, makeSendResult(1, first));
  expect(setup.socket.getCommands('send_message').map(({ input }) => input.id)).toEqual(ids);
});

for (const code of ['unavailable', 'rate_limited', 'timeout']) {
  test(`O3 after "${code}" an item is sent again, with growing delays`, async () => {
    const setup = await createSender();
    const { chat, environment, socket } = setup;
    void chat.outbox.send(ROOM_ID, { text: 'one' });
    for (const [failures, wait] of [250, 500, 1_000].entries()) {
      await socket.sendError(socket.getCommands('send_message')[failures], code);
      expect(listPending(setup)).toEqual(['one waiting']);
      await environment.advance(wait - 1);
      expect(listTexts(setup)).toHaveLength(failures + 1);
      await environment.advance(1);
      expect(listTexts(setup)).toHaveLength(failures + 2);
    }
    expect(new Set(socket.getCommands('send_message').map(({ input }) => input.id)).size).toBe(1);
  });
}

test('O3 new items wait behind an item that waits for its retry', async () => {
  const setup = await createSender();
  const { chat, environment, socket } = setup;
  void chat.outbox.send(ROOM_ID, { text: 'one' });
  await socket.sendError(socket.getCommands('send_message')[0], 'rate_limited');
  void chat.outbox.send(ROOM_ID, { text: 'two' });
  expect(listTexts(setup)).toEqual(['one']);
  await environment.advance(250);
  expect(listTexts(setup)).toEqual(['one', 'one']);
});

test('O3 an item that can never be stored is shown as failed and does not block others', async () => {
  const setup = await createSender();
  const { chat, socket } = setup;
  void chat.outbox.send(ROOM_ID, { text: 'one' });
  void chat.outbox.send(ROOM_ID, { text: 'two' });
  await socket.sendError(socket.getCommands('send_message')[0], 'invalid_input', 'text: must not be empty');
  expect(listPending(setup)).toEqual(['one failed', 'two waiting']);
  expect(chat.outbox.items.get()[0]?.error).toBe('text: must not be empty');
  expect(listTexts(setup)).toEqual(['one', 'two']);
});

test('O3 a failed item can be tried again, after later items', async () => {
  const setup = await createSender();
  const { chat, socket } = setup;
  void chat.outbox.send(ROOM_ID, { text: 'one' });
  void chat.outbox.send(ROOM_ID, { text: 'two' });
  await socket.sendError(socket.getCommands('send_message')[0], 'not_found');
  const [failed] = chat.outbox.items.get();
  chat.outbox.retry(failed?.id ?? '');
  expect(listPending(setup)).toEqual(['two waiting', 'one waiting']);
  expect(chat.outbox.items.get()[1]).not.toHaveProperty('error');
  await socket.sendResult(
    socket.getCommands('send_message')[1],
    makeSendResult(1, socket.getCommands('send_message')[1]),
  );
  expect(socket.getCommands('send_message')[2]?.input).toEqual({
    roomId: ROOM_ID,
    id: failed?.id,
    text: 'one',
  });
});

test('O3 a failed item can be discarded, one in flight cannot', async () => {
  const setup = await createSender();
  const { chat, socket } = setup;
  void chat.outbox.send(ROOM_ID, { text: 'one' });
  void chat.outbox.send(ROOM_ID, { text: 'two' });
  await socket.sendError(socket.getCommands('send_message')[0], 'not_found');
  for (const { id } of chat.outbox.items.get()) chat.outbox.discard(id);
  expect(listPending(setup)).toEqual(['two waiting']);
});

test('O3 a new connection does not send failed items again', async () => {
  const setup = await createSender();
  void setup.chat.outbox.send(ROOM_ID, { text: 'one' });
  await setup.socket.sendError(setup.socket.getCommands('send_message')[0], 'id_taken');
  await reconnect(setup);
  expect(listTexts(setup)).toEqual([]);
  expect(listPending(setup)).toEqual(['one failed']);
});

test('an item has a new id and the time of this device', async () => {
  const { chat, environment } = await createSender();
  void chat.outbox.send(ROOM_ID, { text: 'one' });
  void chat.outbox.send(ROOM_ID, { text: 'two' });
  const [one, two] = chat.outbox.items.get();
  expect(one).toMatchObject({ roomId: ROOM_ID, createdAt: environment.now() });
  expect(one?.id).not.toBe(two?.id);
});

/** The errors that nobody catches, in place of the failure of the test. */
function collectUncaught(): unknown[] {
  const errors: unknown[] = [];
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', error => errors.push(error));
  onTestFinished(async () => {
    await new Promise(resolve => setImmediate(resolve));
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
  });
  return errors;
}

test.each([
  ['message', (chat: Chat) => chat.outbox.send(ROOM_ID, { text: 'one' }), 'send_message'],
  [
    'reaction',
    (chat: Chat) =>
      chat.actions.enqueue({
        key: 'reaction',
        roomId: ROOM_ID,
        command: 'set_reaction',
        input: { roomId: ROOM_ID, messageId: makeId(101), emoji: '👍', on: true },
      }),
    'set_reaction',
  ],
])(
  'a fault of the client while it sends a %s is reported, and the queue of the room goes on after a pause',
  async (_, send, command) => {
    const setup = await createChatInRoom(2);
    const { environment, chat, socket } = setup;
    const errors = collectUncaught();
    const fault = new TypeError('the socket is not open');
    socket.send = () => {
      throw fault;
    };
    void send(chat);
    await flushPromises();
    await new Promise(resolve => setImmediate(resolve));
    expect(errors).toEqual([fault]);
    Reflect.deleteProperty(socket, 'send');
    expect(socket.getCommands(command)).toHaveLength(0);
    await environment.advance(500);
    expect(socket.getCommands(command)).toHaveLength(1);
  },
);
