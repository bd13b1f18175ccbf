import { expect, test } from 'vitest';
import { FakeBrowser } from '../testing/fake-browser.ts';
import { flushPromises, type SentCommand } from '../testing/fake-environment.ts';
import { makeId, makeMessage, makeMessageSent, ROOM_ID } from '../testing/samples.ts';
import { createChatInRoom, createSender, reconnect, type TestChat } from '../testing/test-chat.ts';
import type { MessageContent } from './outbox.ts';
import type { PersistedOutboxItem } from './outbox-storage.ts';

const UPLOAD = { bytes: { size: 3, type: 'image/png' }, name: 'a.png', duration: 1_000, peaks: [1, 2] };

function listPending({ chat }: TestChat): string[] {
  return chat.outbox.items.get().map(({ text, file, upload, status }) => {
    return `${text ?? file?.id.slice(-1) ?? upload?.name} ${status}`;
  });
}

function listSendCommands({ socket }: TestChat): SentCommand[] {
  return socket.getCommands('send_message');
}

async function confirmStored(
  { socket }: TestChat,
  sentCommand: SentCommand | undefined,
  seq: number,
): Promise<void> {
  await socket.sendResult(sentCommand, { message: { ...makeMessage(seq), ...sentCommand?.input } });
}

async function crashPage({ environment }: TestChat): Promise<void> {
  environment.outboxStorage.crash();
  await environment.socket.drop();
}

/** A client without a connection, with messages that a person sent. */
async function createOfflineSender(browser: FakeBrowser, ...contents: MessageContent[]): Promise<TestChat> {
  const setup = await createSender(browser);
  await setup.socket.drop();
  for (const content of contents) void setup.chat.outbox.send(ROOM_ID, content);
  await flushPromises();
  return setup;
}

test('O4 the next client sends the waiting items, in order, under the same ids', async () => {
  const browser = new FakeBrowser();
  const before = await createOfflineSender(browser, { text: 'one' }, { text: 'two' });
  const ids = before.chat.outbox.items.get().map(({ id }) => id);
  await crashPage(before);
  const setup = await createSender(browser);
  expect(listPending(setup)).toEqual(['one waiting', 'two waiting']);
  expect(listSendCommands(setup).map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, id: ids[0], text: 'one' },
  ]);
  await confirmStored(setup, listSendCommands(setup)[0], 1);
  await confirmStored(setup, listSendCommands(setup)[1], 2);
  expect(listSendCommands(setup).map(({ input }) => input.id)).toEqual(ids);
  expect([listPending(setup), browser.items]).toEqual([[], []]);
});

test('O4 a message that is sent while a client still reads its items waits behind them', async () => {
  const browser = new FakeBrowser();
  await crashPage(await createOfflineSender(browser, { text: 'one' }));
  browser.pendingOperations = [];
  const setup = await createSender(browser);
  void setup.chat.outbox.send(ROOM_ID, { text: 'two' });
  expect(listSendCommands(setup)).toEqual([]);
  while (browser.pendingOperations.length > 0) {
    browser.pendingOperations.shift()?.();
    await flushPromises();
  }
  expect(listPending(setup)).toEqual(['one waiting', 'two waiting']);
  expect(listSendCommands(setup).map(({ input }) => input.text)).toEqual(['one']);
});

test('O4 an item stays stored until the log shows its message: if a client ends before that, the next one has it', async () => {
  const browser = new FakeBrowser();
  const before = await createChatInRoom(2, 1, browser);
  void before.chat.outbox.send(ROOM_ID, { text: 'one' });
  const [sentCommand] = listSendCommands(before);
  await confirmStored(before, sentCommand, 3);
  expect(listPending(before)).toEqual(['one stored']);
  await crashPage(before);
  const setup = await createSender(browser);
  expect(listSendCommands(setup).map(({ input }) => input)).toEqual([sentCommand?.input]);
  await confirmStored(setup, listSendCommands(setup)[0], 3);
  expect([listPending(setup), browser.items]).toEqual([[], []]);
});

test('O4 a failed item is still there in the next client, with its reason, to try again or discard', async () => {
  const browser = new FakeBrowser();
  const before = await createSender(browser);
  for (const text of ['one', 'two', 'three']) void before.chat.outbox.send(ROOM_ID, { text });
  await before.socket.sendError(listSendCommands(before)[0], 'invalid_input', 'Not like this');
  await before.socket.sendError(listSendCommands(before)[1], 'invalid_input', 'Not like this');
  await crashPage(before);
  const setup = await createSender(browser);
  expect(listPending(setup)).toEqual(['one failed', 'two failed', 'three waiting']);
  const [one, two] = setup.chat.outbox.items.get();
  expect(one?.error).toBe('Not like this');
  setup.chat.outbox.discard(one?.id ?? '');
  setup.chat.outbox.retry(two?.id ?? '');
  await flushPromises();
  const kept = (item: PersistedOutboxItem) => `${item.text} ${item.status} ${item.error}`;
  expect(browser.items.map(kept)).toEqual(['three waiting undefined', 'two waiting undefined']);
});

test('O4 a message is reported as saved when it is, and not before', async () => {
  const browser = new FakeBrowser();
  const setup = await createOfflineSender(browser);
  browser.pendingOperations = [];
  let isCached = false;
  void setup.chat.outbox.send(ROOM_ID, { text: 'one' }).then(() => (isCached = true));
  await flushPromises();
  expect(isCached).toBe(false);
  browser.pendingOperations.shift()?.();
  await flushPromises();
  expect([isCached, browser.items.length]).toEqual([true, 1]);
});

test('O5 a file is uploaded when its turn comes, with progress, and then sent', async () => {
  const setup = await createSender();
  const { chat, environment } = setup;
  void chat.outbox.send(ROOM_ID, { text: 'first' });
  void chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  expect(environment.uploads).toEqual([]);
  await confirmStored(setup, listSendCommands(setup)[0], 1);
  const [upload] = environment.uploads;
  expect(upload).toMatchObject(UPLOAD);
  upload?.onProgress(40);
  expect(chat.outbox.items.get()[0]?.progress).toBe(40);
  await upload?.finish(makeId(7));
  const [item] = chat.outbox.items.get();
  expect(item?.progress).toBeUndefined();
  expect(listSendCommands(setup)[1]?.input).toEqual({ roomId: ROOM_ID, id: item?.id, fileId: makeId(7) });
  await confirmStored(setup, listSendCommands(setup)[1], 2);
  expect(listPending(setup)).toEqual([]);
});

test('O5 the upload of a message is saved before the message is sent', async () => {
  const browser = new FakeBrowser();
  const before = await createSender(browser);
  void before.chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  await flushPromises();
  browser.pendingOperations = [];
  await before.environment.uploads[0]?.finish(makeId(7));
  expect(listSendCommands(before)).toEqual([]);
  browser.pendingOperations.shift()?.();
  browser.pendingOperations = undefined;
  await flushPromises();
  const [sentCommand] = listSendCommands(before);
  expect(sentCommand?.input.fileId).toBe(makeId(7));
  await crashPage(before);
  const setup = await createSender(browser);
  expect(setup.environment.uploads).toEqual([]);
  expect(listSendCommands(setup)[0]?.input).toEqual(sentCommand?.input);
});

test('O5 an upload with unknown outcome is made again, for the same message', async () => {
  const browser = new FakeBrowser();
  const before = await createSender(browser);
  void before.chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  await flushPromises();
  browser.pendingOperations = [];
  await before.environment.uploads[0]?.finish(makeId(7));
  await crashPage(before);
  browser.pendingOperations = undefined;
  const setup = await createSender(browser);
  expect(setup.environment.uploads[0]).toMatchObject(UPLOAD);
  await setup.environment.uploads[0]?.finish(makeId(8));
  expect(listSendCommands(setup)[0]?.input).toEqual({
    roomId: ROOM_ID,
    id: browser.items[0]?.id,
    fileId: makeId(8),
  });
});

test('O5 a file that the server deleted meanwhile is uploaded again, for the same message', async () => {
  const browser = new FakeBrowser();
  const setup = await createSender(browser);
  void setup.chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  await setup.environment.uploads[0]?.finish(makeId(7));
  const [first] = listSendCommands(setup);
  expect(first?.input.fileId).toBe(makeId(7));
  await setup.socket.sendError(first, 'not_found');
  await setup.socket.sendResult(setup.socket.getCommands('get_messages')[0], {
    seq: 0,
    messages: [],
    hasOlder: false,
    hasNewer: false,
  });
  expect(listPending(setup)).toEqual(['a.png waiting']);
  await setup.environment.advance(250);
  await setup.environment.uploads[1]?.finish(makeId(8));
  expect(listSendCommands(setup)[1]?.input).toEqual({ ...first?.input, fileId: makeId(8) });
  expect(browser.items[0]?.file?.id).toBe(makeId(8));
});

test('O5 a file for a missing room is not sent, and not uploaded again', async () => {
  const setup = await createSender();
  void setup.chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  await setup.environment.uploads[0]?.finish(makeId(7));
  await setup.socket.sendError(listSendCommands(setup)[0], 'not_found');
  await setup.socket.sendError(setup.socket.getCommands('get_messages')[0], 'not_found');
  expect(listPending(setup)).toEqual(['7 failed']);
  expect(setup.environment.uploads).toHaveLength(1);
});

test('O5 too many uploads at once are no failure: the file goes later', async () => {
  const setup = await createSender();
  void setup.chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  await setup.environment.uploads[0]?.fail('limit_exceeded');
  expect(listPending(setup)).toEqual(['a.png waiting']);
  await setup.environment.advance(250);
  await setup.environment.uploads[1]?.finish(makeId(7));
  expect(listSendCommands(setup)).toHaveLength(1);
});

test('O5 a file that the server rejects is not sent, and does not block others', async () => {
  const setup = await createSender();
  void setup.chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  void setup.chat.outbox.send(ROOM_ID, { text: 'two' });
  await setup.environment.uploads[0]?.fail('too_large');
  expect(listPending(setup)).toEqual(['a.png failed', 'two waiting']);
  expect(listSendCommands(setup).map(({ input }) => input.text)).toEqual(['two']);
});

test('O5 an upload stops with the connection and is made again on the next', async () => {
  const setup = await createSender();
  void setup.chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  await reconnect(setup);
  expect(setup.environment.uploads.map(({ isCancelled }) => isCancelled)).toEqual([true, false]);
  expect(listPending(setup)).toEqual(['a.png waiting']);
});

test('O5 if two clients upload the same file, one upload counts, and the other is discarded', async () => {
  const browser = new FakeBrowser();
  const one = await createSender(browser);
  void one.chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  await flushPromises();
  const two = await createSender(browser);
  two.environment.outboxStorage.takeOver();
  await flushPromises();
  await one.environment.uploads[0]?.finish(makeId(7));
  await two.environment.uploads[0]?.finish(makeId(8));
  expect([listSendCommands(one), listSendCommands(two)].flat().map(({ input }) => input.fileId)).toEqual([
    makeId(7),
    makeId(7),
  ]);
  expect(two.socket.getCommands('discard_file').map(({ input }) => input.fileId)).toEqual([makeId(8)]);
  // The first client finishes before the second receives the event.
  await confirmStored(one, listSendCommands(one)[0], 1);
  await confirmStored(two, listSendCommands(two)[0], 1);
  expect([listPending(one), listPending(two), browser.items]).toEqual([[], [], []]);
});

test('O5 a client that uploads an item that another one sent meanwhile does not send it', async () => {
  const browser = new FakeBrowser();
  const one = await createSender(browser);
  void one.chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  await flushPromises();
  const two = await createSender(browser);
  two.environment.outboxStorage.takeOver();
  await flushPromises();
  await one.environment.uploads[0]?.finish(makeId(7));
  await confirmStored(one, listSendCommands(one)[0], 1);
  await two.environment.uploads[0]?.finish(makeId(8));
  expect(listSendCommands(two)).toEqual([]);
  expect([listPending(one), listPending(two)]).toEqual([[], []]);
});

test('O6 one of several clients sends, and all show the waiting items', async () => {
  const browser = new FakeBrowser();
  const one = await createSender(browser);
  const two = await createSender(browser);
  void two.chat.outbox.send(ROOM_ID, { text: 'from two' });
  await flushPromises();
  void one.chat.outbox.send(ROOM_ID, { text: 'from one' });
  await flushPromises();
  const both = ['from two waiting', 'from one waiting'];
  expect([listPending(one), listPending(two)]).toEqual([both, both]);
  expect(listSendCommands(two)).toEqual([]);
  await confirmStored(one, listSendCommands(one)[0], 1);
  await confirmStored(one, listSendCommands(one)[1], 2);
  expect(listSendCommands(one).map(({ input }) => input.text)).toEqual(['from two', 'from one']);
  expect([listPending(one), listPending(two), listSendCommands(two)]).toEqual([[], [], []]);
});

test('O6 another client takes over when the leader is gone', async () => {
  const browser = new FakeBrowser();
  const one = await createSender(browser);
  const two = await createSender(browser);
  void one.chat.outbox.send(ROOM_ID, { text: 'one' });
  await flushPromises();
  const [sentCommand] = listSendCommands(one);
  expect(listSendCommands(two)).toEqual([]);
  await crashPage(one);
  await flushPromises();
  expect(listSendCommands(two).map(({ input }) => input)).toEqual([sentCommand?.input]);
});

test('O6 a replaced leader sends nothing more, nor does a stopped one', async () => {
  const browser = new FakeBrowser();
  const one = await createSender(browser);
  const two = await createSender(browser);
  two.environment.outboxStorage.takeOver();
  await flushPromises();
  void one.chat.outbox.send(ROOM_ID, { text: 'one' });
  await flushPromises();
  expect([listSendCommands(one).length, listSendCommands(two).length]).toEqual([0, 1]);
  two.chat.stop();
  await flushPromises();
  expect([listSendCommands(one).length, listSendCommands(two).length]).toEqual([1, 1]);
});

test('O1 O6 a message that another client sent stays on the screen until this one sees it in the log', async () => {
  const browser = new FakeBrowser();
  const one = await createSender(browser);
  const two = await createChatInRoom(2, 1, browser);
  void two.chat.outbox.send(ROOM_ID, { text: 'from two' });
  await flushPromises();
  const [sentCommand] = listSendCommands(one);
  await confirmStored(one, sentCommand, 3);
  expect([listPending(one), browser.items]).toEqual([[], []]);
  expect(listPending(two)).toEqual(['from two stored']);
  two.socket.sendEvents({ ...makeMessageSent(3), message: { ...makeMessage(3), ...sentCommand?.input } });
  expect(listPending(two)).toEqual([]);
});

test('O6 an item that one client discards or tries again changes in the other, too', async () => {
  const browser = new FakeBrowser();
  const one = await createSender(browser);
  const two = await createSender(browser);
  for (const text of ['one', 'two']) void one.chat.outbox.send(ROOM_ID, { text });
  await flushPromises();
  await one.socket.sendError(listSendCommands(one)[0], 'forbidden');
  await one.socket.sendError(listSendCommands(one)[1], 'forbidden');
  expect(listPending(two)).toEqual(['one failed', 'two failed']);
  const [first, second] = two.chat.outbox.items.get();
  two.chat.outbox.discard(first?.id ?? '');
  two.chat.outbox.retry(second?.id ?? '');
  await flushPromises();
  expect([listPending(one), listPending(two)]).toEqual([['two waiting'], ['two waiting']]);
  expect(listSendCommands(one)[2]?.input.id).toBe(second?.id);
});

test("O6 actions during a read of another client's changes are not undone by it", async () => {
  const browser = new FakeBrowser();
  const one = await createOfflineSender(browser);
  const two = await createOfflineSender(browser);
  void two.chat.outbox.send(ROOM_ID, { text: 'from two' });
  browser.pendingOperations = [];
  await flushPromises();
  browser.pendingOperations.shift()?.();
  void one.chat.outbox.send(ROOM_ID, { text: 'from one' });
  await flushPromises();
  expect(listPending(one)).toContain('from one waiting');
  while (browser.pendingOperations.length > 0) {
    browser.pendingOperations.shift()?.();
    await flushPromises();
  }
  expect(listPending(one)).toEqual(['from two waiting', 'from one waiting']);
});

for (const state of ['full', 'closed', 'stuck'] as const) {
  test(`O7 an item that cannot be saved (${state}) is marked, and sent all the same`, async () => {
    const browser = new FakeBrowser();
    browser.state = state;
    const setup = await createOfflineSender(browser, { text: 'one' }, { upload: UPLOAD });
    await setup.environment.advance(6_000);
    expect(setup.chat.outbox.items.get().map(({ isVolatile }) => isVolatile)).toEqual([true, true]);
    setup.socket.sendConnected();
    await flushPromises();
    await confirmStored(setup, listSendCommands(setup)[0], 1);
    await setup.environment.uploads[0]?.finish(makeId(7));
    await confirmStored(setup, listSendCommands(setup)[1], 2);
    expect(listSendCommands(setup).map(({ input }) => input.text ?? input.fileId)).toEqual([
      'one',
      makeId(7),
    ]);
    expect(listPending(setup)).toEqual([]);
  });
}

test('O7 a client sends its unsaved items itself, even if another one is the leader', async () => {
  const browser = new FakeBrowser();
  const one = await createSender(browser);
  const two = await createSender(browser);
  browser.state = 'full';
  void two.chat.outbox.send(ROOM_ID, { text: 'only here' });
  await flushPromises();
  expect(listSendCommands(one)).toEqual([]);
  expect(listSendCommands(two).map(({ input }) => input.text)).toEqual(['only here']);
});

test('O3 a client with an expired session sends nothing more, and fails no item', async () => {
  const setup = await createSender();
  void setup.chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  await setup.environment.uploads[0]?.fail('unauthenticated');
  expect(setup.chat.connection.state.get().status).toBe('disconnected');
  await setup.environment.advance(250);
  await setup.socket.drop(4401);
  expect(setup.chat.connection.state.get()).toEqual({ status: 'closed', reason: 'signed_out' });
  expect(listPending(setup)).toEqual(['a.png waiting']);
});

test('H7 an error with a retry delay stops the outbox for that time', async () => {
  const setup = await createSender();
  void setup.chat.outbox.send(ROOM_ID, { text: 'one' });
  await setup.socket.sendError(listSendCommands(setup)[0], 'rate_limited', 'Slow down', 7);
  await setup.environment.advance(7_249);
  expect(listSendCommands(setup)).toHaveLength(1);
  await setup.environment.advance(1);
  expect(listSendCommands(setup)).toHaveLength(2);
});

test('O5 a file whose message is already stored, from a forgotten upload, is not sent twice', async () => {
  const browser = new FakeBrowser();
  const setup = await createSender(browser);
  void setup.chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  await setup.environment.uploads[0]?.finish(makeId(7));
  await setup.socket.sendError(listSendCommands(setup)[0], 'id_taken');
  expect([listPending(setup), browser.items]).toEqual([[], []]);
  expect(setup.socket.getCommands('discard_file').map(({ input }) => input.fileId)).toEqual([makeId(7)]);
});

const LARGE = { bytes: { size: 500_000_000, type: 'video/mp4' }, name: 'film.mp4' };

/** Sends a large file that the server accepts. */
async function startLargeUpload() {
  const setup = await createSender();
  void setup.chat.outbox.send(ROOM_ID, { upload: LARGE });
  const [check] = setup.socket.getCommands('check_upload');
  expect([check?.input, setup.environment.uploads]).toEqual([{ size: LARGE.bytes.size }, []]);
  await setup.socket.sendResult(check, {});
  return setup;
}

test('O5 a client asks before it uploads a large file, and keeps one that the server would reject', async () => {
  const { environment } = await startLargeUpload();
  expect(environment.uploads).toHaveLength(1);
  const setup = await createSender();
  void setup.chat.outbox.send(ROOM_ID, { upload: LARGE });
  await setup.socket.sendError(setup.socket.getCommands('check_upload')[0], 'disk_full', 'Full');
  expect([setup.environment.uploads, listPending(setup)]).toEqual([[], ['film.mp4 failed']]);
});

test('O5 a large upload goes on without a connection as long as it makes progress', async () => {
  const setup = await startLargeUpload();
  const [upload] = setup.environment.uploads;
  upload?.onProgress(10.1);
  await setup.socket.drop();
  upload?.onProgress(10.2);
  await setup.environment.advance(15_000);
  expect(upload?.isCancelled).toBe(false);
  setup.environment.socket.sendConnected();
  await setup.environment.socket.drop();
  expect(upload?.isCancelled, 'no progress since the last loss').toBe(true);
});
