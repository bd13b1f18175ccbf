import { expect, test } from 'vitest';
import { FakeBrowser } from '../testing/fake-browser.ts';
import { type FakeUpload, flushPromises } from '../testing/fake-environment.ts';
import { makeId, makeMessage, ROOM_ID } from '../testing/samples.ts';
import { createSender, type TestChat } from '../testing/test-chat.ts';
import { getHeldUploads } from './held-uploads.ts';

const FILES = ['a', 'b', 'c'].map((name, index) => ({
  id: makeId(index + 1),
  upload: { bytes: { size: 3, type: 'image/png' }, name },
}));
const IDS = FILES.map(({ id }) => id);
const [A, B, C] = FILES as [Held, Held, Held];
type Held = (typeof FILES)[number];

function listHeld({ chat }: TestChat): string[] {
  return chat.outbox.held
    .get()
    .map(({ upload, file, progress, uploadError }) =>
      [upload?.name, file && 'uploaded', progress, uploadError?.code]
        .filter(part => part !== undefined)
        .join(' '),
    );
}

function listMessages({ chat }: TestChat): string[] {
  return chat.outbox.items.get().map(({ upload, status }) => `${upload?.name} ${status}`);
}

function listSentIds({ socket }: TestChat): unknown[] {
  return socket.getCommands('send_message').map(({ input }) => input.id);
}

function getUpload({ environment }: TestChat, name: string): FakeUpload {
  const upload = environment.uploads.findLast(upload => upload.name === name);
  if (!upload) throw new Error(`no upload of ${name}`);
  return upload;
}

async function finishUpload(setup: TestChat, name: string): Promise<void> {
  await getUpload(setup, name).finish(makeId(100 + setup.environment.uploads.length));
}

async function crashPage({ environment }: TestChat): Promise<void> {
  environment.outboxStorage.crash();
  await environment.socket.drop();
}

test('O9 files are uploaded two at a time, and their messages are sent in order after the last upload', async () => {
  const setup = await createSender();
  const sending = getHeldUploads(setup.chat.outbox).send(ROOM_ID, FILES);
  expect([listHeld(setup), listMessages(setup)]).toEqual([['a 0', 'b 0', 'c'], []]);
  getUpload(setup, 'a').onProgress(40);
  expect(listHeld(setup)).toEqual(['a 40', 'b 0', 'c']);
  await finishUpload(setup, 'b');
  await finishUpload(setup, 'c');
  expect([listHeld(setup), listSentIds(setup)]).toEqual([['a 40', 'b uploaded', 'c uploaded'], []]);
  await finishUpload(setup, 'a');
  expect(await sending).toEqual({ isSent: true, errors: [] });
  expect(listHeld(setup)).toEqual([]);
  for (const seq of [1, 2, 3]) {
    const [sentCommand] = setup.socket.getCommands('send_message').slice(-1);
    await setup.socket.sendResult(sentCommand, { message: { ...makeMessage(seq), ...sentCommand?.input } });
  }
  expect([listSentIds(setup), listMessages(setup)]).toEqual([IDS, []]);
  expect(setup.environment.uploads).toHaveLength(3);
});

test('D4 a recording or a file that was a reply when it was sent is one after its upload', async () => {
  const setup = await createSender();
  const { id, seq, author } = makeMessage(4);
  const target = { reply: { id, seq, author, text: 'Where?' }, rootId: makeId(9) };
  const sending = getHeldUploads(setup.chat.outbox).send(ROOM_ID, [{ ...A, target }]);
  await finishUpload(setup, 'a');
  expect(await sending).toEqual({ isSent: true, errors: [] });
  expect(setup.socket.getCommands('send_message')[0]?.input).toMatchObject({ id: A.id, replyTo: id });
});

test('O9 a failed upload holds all messages back until it is retried or cancelled', async () => {
  const setup = await createSender();
  const held = getHeldUploads(setup.chat.outbox);
  const sending = held.send(ROOM_ID, FILES);
  await getUpload(setup, 'a').fail('too_large');
  await getUpload(setup, 'b').fail('unavailable');
  await finishUpload(setup, 'c');
  const { isSent, errors } = await sending;
  expect([isSent, errors.map(({ code }) => code)]).toEqual([false, ['too_large', 'unavailable']]);
  await setup.environment.advance(5_000);
  expect(listHeld(setup), 'nothing is retried automatically').toEqual([
    'a too_large',
    'b unavailable',
    'c uploaded',
  ]);

  const retry = held.retry(ROOM_ID, B);
  expect(listHeld(setup)).toEqual(['a too_large', 'b 0', 'c uploaded']);
  await finishUpload(setup, 'b');
  expect([await retry, listSentIds(setup)]).toEqual([undefined, []]);

  held.cancel([A.id]);
  expect(await held.send(ROOM_ID, [B, C])).toEqual({ isSent: true, errors: [] });
  expect([listMessages(setup), listSentIds(setup)]).toEqual([['b waiting', 'c waiting'], [B.id]]);
  expect(setup.environment.uploads.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'b']);
});

test('O9 a cancelled upload is aborted or discarded, and its message is not sent', async () => {
  const browser = new FakeBrowser();
  const setup = await createSender(browser);
  const held = getHeldUploads(setup.chat.outbox);
  const sending = held.send(ROOM_ID, FILES);
  await finishUpload(setup, 'a');
  held.cancel([A.id, B.id]);
  expect(getUpload(setup, 'b').isCancelled).toBe(true);
  await finishUpload(setup, 'c');
  expect(await sending).toEqual({ isSent: true, errors: [] });
  expect([listMessages(setup), setup.socket.getCommands('discard_file').length]).toEqual([['c waiting'], 1]);
  expect(browser.items.map(({ upload }) => upload?.name)).toEqual(['c']);

  const other = held.send(ROOM_ID, [A]);
  const upload = getUpload(setup, 'a').finish(makeId(200));
  held.cancel([A.id]);
  await upload;
  expect(await other).toEqual({ isSent: false, errors: [] });
  const discarded = setup.socket.getCommands('discard_file').map(({ input }) => input.fileId);
  expect(discarded, 'even if it had just finished').toContain(makeId(200));
});

test('O9 without a connection, or if it is lost, the messages wait in the outbox', async () => {
  const setup = await createSender();
  const held = getHeldUploads(setup.chat.outbox);
  const sending = held.send(ROOM_ID, FILES);
  await finishUpload(setup, 'a');
  await setup.socket.drop();
  expect(await sending).toMatchObject({ isSent: true });
  expect([listHeld(setup), listMessages(setup)]).toEqual([[], ['a waiting', 'b waiting', 'c waiting']]);
  const other = { ...A, id: makeId(9) };
  expect(await held.send(ROOM_ID, [other])).toEqual({ isSent: true, errors: [] });
  expect(listMessages(setup)).toHaveLength(4);
  const before = setup.environment.uploads.length;
  await setup.environment.advance(500);
  setup.socket.sendConnected();
  expect([listSentIds(setup), setup.environment.uploads.length]).toEqual([[A.id], before]);
});

test('O9 no other client shows or sends a held item while its client lives', async () => {
  const browser = new FakeBrowser();
  const leader = await createSender(browser);
  const setup = await createSender(browser);
  void getHeldUploads(setup.chat.outbox).send(ROOM_ID, FILES);
  await finishUpload(setup, 'a');
  await flushPromises();
  expect(browser.items).toHaveLength(3);
  expect([listMessages(leader), listHeld(leader), leader.environment.uploads]).toEqual([[], [], []]);
  await finishUpload(setup, 'b');
  await finishUpload(setup, 'c');
  await flushPromises();
  expect(listMessages(leader)).toEqual(['a waiting', 'b waiting', 'c waiting']);
  expect([listSentIds(leader), listSentIds(setup)], 'the leader sends').toEqual([[A.id], []]);
});

test('O4 if a client ends during its uploads, another one uploads the rest and sends the messages in order', async () => {
  const browser = new FakeBrowser();
  const leader = await createSender(browser);
  const setup = await createSender(browser);
  void getHeldUploads(setup.chat.outbox).send(ROOM_ID, FILES);
  await finishUpload(setup, 'b');
  await crashPage(setup);
  await flushPromises();
  expect(listMessages(leader)).toEqual(['a waiting', 'b waiting', 'c waiting']);
  expect(leader.environment.uploads.map(({ name }) => name)).toEqual(['a']);
});

test('O4 if a client ends after a failed upload, the next one asks about each file', async () => {
  const browser = new FakeBrowser();
  const before = await createSender(browser);
  const sending = getHeldUploads(before.chat.outbox).send(ROOM_ID, [A, B]);
  await getUpload(before, 'a').fail('too_large');
  await finishUpload(before, 'b');
  await sending;
  await flushPromises();
  await crashPage(before);
  const setup = await createSender(browser);
  expect(listMessages(setup)).toEqual(['a failed', 'b failed']);
  expect(setup.chat.outbox.items.get().map(({ error }) => error !== undefined)).toEqual([true, false]);
  setup.chat.outbox.retry(B.id);
  expect(listSentIds(setup)).toEqual([B.id]);
});

test('O7 if nothing can be saved, held files are sent all the same', async () => {
  const browser = new FakeBrowser();
  browser.state = 'full';
  const setup = await createSender(browser);
  const sending = getHeldUploads(setup.chat.outbox).send(ROOM_ID, [A]);
  await flushPromises();
  expect((await setup.chat.outbox.listVolatile()).map(({ id }) => id)).toEqual([A.id]);
  await finishUpload(setup, 'a');
  expect(await sending).toEqual({ isSent: true, errors: [] });
  expect(listSentIds(setup)).toEqual([A.id]);
});
