import { expect, test } from 'vitest';
import type { Content } from './outbox.ts';
import type { KeptItem } from './outbox-storage.ts';
import { FakeBrowser } from './testing/fake-browser.ts';
import { type Asked, settled } from './testing/fake-environment.ts';
import { aMessage, idOf, ROOM_ID, sent } from './testing/samples.ts';
import { aChatInRoom, aSender, reconnect, type World } from './testing/test-chat.ts';

const UPLOAD = { bytes: { size: 3, type: 'image/png' }, name: 'a.png', duration: 1_000, peaks: [1, 2] };

function held({ chat }: World): string[] {
  return chat.outbox.items.get().map(({ text, file, upload, status }) => {
    return `${text ?? file?.id.slice(-1) ?? upload?.name} ${status}`;
  });
}

function asks({ socket }: World): Asked[] {
  return socket.of('send_message');
}

async function store({ socket }: World, asked: Asked | undefined, seq: number): Promise<void> {
  await socket.answer(asked, { message: { ...aMessage(seq), ...asked?.input } });
}

/** The page is gone, without a word. */
async function crash({ environment }: World): Promise<void> {
  environment.outbox.crash();
  await environment.socket.drop();
}

/** A client without a connection, to which a person said something. */
async function offline(browser: FakeBrowser, ...contents: Content[]): Promise<World> {
  const world = await aSender(browser);
  await world.socket.drop();
  for (const content of contents) void world.chat.outbox.send(ROOM_ID, content);
  await settled();
  return world;
}

test('O4 what waits is sent by the next client, in order, under the ids that it had', async () => {
  const browser = new FakeBrowser();
  const before = await offline(browser, { text: 'one' }, { text: 'two' });
  const ids = before.chat.outbox.items.get().map(({ id }) => id);
  await crash(before);
  const world = await aSender(browser);
  expect(held(world)).toEqual(['one waiting', 'two waiting']);
  expect(asks(world).map(({ input }) => input)).toEqual([{ roomId: ROOM_ID, id: ids[0], text: 'one' }]);
  await store(world, asks(world)[0], 1);
  await store(world, asks(world)[1], 2);
  expect(asks(world).map(({ input }) => input.id)).toEqual(ids);
  expect([held(world), browser.items]).toEqual([[], []]);
});

test('O4 what is said while a client still reads what it has waits behind that', async () => {
  const browser = new FakeBrowser();
  await crash(await offline(browser, { text: 'one' }));
  browser.waiting = [];
  const world = await aSender(browser);
  void world.chat.outbox.send(ROOM_ID, { text: 'two' });
  expect(asks(world)).toEqual([]);
  while (browser.waiting.length > 0) {
    browser.waiting.shift()?.();
    await settled();
  }
  expect(held(world)).toEqual(['one waiting', 'two waiting']);
  expect(asks(world).map(({ input }) => input.text)).toEqual(['one']);
});

test('O4 a message is kept until the log shows it: a client that ends before that leaves it to the next', async () => {
  const browser = new FakeBrowser();
  const before = await aChatInRoom(2, 1, browser);
  void before.chat.outbox.send(ROOM_ID, { text: 'one' });
  const [asked] = asks(before);
  await store(before, asked, 3);
  expect(held(before)).toEqual(['one stored']);
  await crash(before);
  const world = await aSender(browser);
  expect(asks(world).map(({ input }) => input)).toEqual([asked?.input]);
  await store(world, asks(world)[0], 3);
  expect([held(world), browser.items]).toEqual([[], []]);
});

test('O4 what could not be sent is still there in the next client, with the reason, to try again or discard', async () => {
  const browser = new FakeBrowser();
  const before = await aSender(browser);
  for (const text of ['one', 'two', 'three']) void before.chat.outbox.send(ROOM_ID, { text });
  await before.socket.refuse(asks(before)[0], 'bad_input', 'Not like this');
  await before.socket.refuse(asks(before)[1], 'bad_input', 'Not like this');
  await crash(before);
  const world = await aSender(browser);
  expect(held(world)).toEqual(['one failed', 'two failed', 'three waiting']);
  const [one, two] = world.chat.outbox.items.get();
  expect(one?.error).toBe('Not like this');
  world.chat.outbox.discard(one?.id ?? '');
  world.chat.outbox.retry(two?.id ?? '');
  await settled();
  const kept = (item: KeptItem) => `${item.text} ${item.status} ${item.error}`;
  expect(browser.items.map(kept)).toEqual(['three waiting undefined', 'two waiting undefined']);
});

test('O4 a message is said to be kept when it is, and not before', async () => {
  const browser = new FakeBrowser();
  const world = await offline(browser);
  browser.waiting = [];
  let isKept = false;
  void world.chat.outbox.send(ROOM_ID, { text: 'one' }).then(() => (isKept = true));
  await settled();
  expect(isKept).toBe(false);
  browser.waiting.shift()?.();
  await settled();
  expect([isKept, browser.items.length]).toEqual([true, 1]);
});

test('O5 a file is uploaded when its turn comes, with progress, and then sent', async () => {
  const world = await aSender();
  const { chat, environment } = world;
  void chat.outbox.send(ROOM_ID, { text: 'first' });
  void chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  expect(environment.uploads).toEqual([]);
  await store(world, asks(world)[0], 1);
  const [upload] = environment.uploads;
  expect(upload).toMatchObject(UPLOAD);
  upload?.onProgress(40);
  expect(chat.outbox.items.get()[0]?.progress).toBe(40);
  await upload?.finish(idOf(7));
  const [item] = chat.outbox.items.get();
  expect(item?.progress).toBeUndefined();
  expect(asks(world)[1]?.input).toEqual({ roomId: ROOM_ID, id: item?.id, fileId: idOf(7) });
  await store(world, asks(world)[1], 2);
  expect(held(world)).toEqual([]);
});

test('O5 which upload goes with a message is kept before the message is sent', async () => {
  const browser = new FakeBrowser();
  const before = await aSender(browser);
  void before.chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  await settled();
  browser.waiting = [];
  await before.environment.uploads[0]?.finish(idOf(7));
  expect(asks(before)).toEqual([]);
  browser.waiting.shift()?.();
  browser.waiting = undefined;
  await settled();
  const [asked] = asks(before);
  expect(asked?.input.fileId).toBe(idOf(7));
  await crash(before);
  const world = await aSender(browser);
  expect(world.environment.uploads).toEqual([]);
  expect(asks(world)[0]?.input).toEqual(asked?.input);
});

test('O5 an upload that nothing is known of any more is made again, for the same message', async () => {
  const browser = new FakeBrowser();
  const before = await aSender(browser);
  void before.chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  await settled();
  browser.waiting = [];
  await before.environment.uploads[0]?.finish(idOf(7));
  await crash(before);
  browser.waiting = undefined;
  const world = await aSender(browser);
  expect(world.environment.uploads[0]).toMatchObject(UPLOAD);
  await world.environment.uploads[0]?.finish(idOf(8));
  expect(asks(world)[0]?.input).toEqual({ roomId: ROOM_ID, id: browser.items[0]?.id, fileId: idOf(8) });
});

test('O5 a file that the server collected meanwhile is uploaded again, for the same message', async () => {
  const browser = new FakeBrowser();
  const world = await aSender(browser);
  const file = { id: idOf(7), name: 'a.png', contentType: 'image/png', size: 3, url: '/files/7' };
  void world.chat.outbox.send(ROOM_ID, { upload: UPLOAD, file });
  const [first] = asks(world);
  expect(first?.input.fileId).toBe(idOf(7));
  await world.socket.refuse(first, 'not_found');
  await world.socket.answer(world.socket.of('get_messages')[0], {
    seq: 0,
    messages: [],
    hasOlder: false,
    hasNewer: false,
  });
  expect(held(world)).toEqual(['a.png waiting']);
  await world.environment.pass(250);
  await world.environment.uploads[0]?.finish(idOf(8));
  expect(asks(world)[1]?.input).toEqual({ ...first?.input, fileId: idOf(8) });
  expect(browser.items[0]?.file?.id).toBe(idOf(8));
});

test('O5 a file for a room that is not there is not sent, and not uploaded again', async () => {
  const world = await aSender();
  void world.chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  await world.environment.uploads[0]?.finish(idOf(7));
  await world.socket.refuse(asks(world)[0], 'not_found');
  await world.socket.refuse(world.socket.of('get_messages')[0], 'not_found');
  expect(held(world)).toEqual(['7 failed']);
  expect(world.environment.uploads).toHaveLength(1);
});

test('O5 too many uploads at once is no failure: the file goes later', async () => {
  const world = await aSender();
  void world.chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  await world.environment.uploads[0]?.fail('too_many');
  expect(held(world)).toEqual(['a.png waiting']);
  await world.environment.pass(250);
  await world.environment.uploads[1]?.finish(idOf(7));
  expect(asks(world)).toHaveLength(1);
});

test('O5 a file that the server never takes is not sent, and holds nothing up', async () => {
  const world = await aSender();
  void world.chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  void world.chat.outbox.send(ROOM_ID, { text: 'two' });
  await world.environment.uploads[0]?.fail('too_large');
  expect(held(world)).toEqual(['a.png failed', 'two waiting']);
  expect(asks(world).map(({ input }) => input.text)).toEqual(['two']);
});

test('O5 an upload breaks off with the connection and is made again on the next', async () => {
  const world = await aSender();
  void world.chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  await reconnect(world);
  expect(world.environment.uploads.map(({ isCancelled }) => isCancelled)).toEqual([true, false]);
  expect(held(world)).toEqual(['a.png waiting']);
});

test('O5 of two clients that upload the same file one upload counts, and the other is taken back', async () => {
  const browser = new FakeBrowser();
  const one = await aSender(browser);
  void one.chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  await settled();
  const two = await aSender(browser);
  two.environment.outbox.takeOver();
  await settled();
  await one.environment.uploads[0]?.finish(idOf(7));
  await two.environment.uploads[0]?.finish(idOf(8));
  expect([asks(one), asks(two)].flat().map(({ input }) => input.fileId)).toEqual([idOf(7), idOf(7)]);
  expect(two.socket.of('discard_file').map(({ input }) => input.fileId)).toEqual([idOf(8)]);
  // The one is stored and gone before the other hears of it.
  await store(one, asks(one)[0], 1);
  await store(two, asks(two)[0], 1);
  expect([held(one), held(two), browser.items]).toEqual([[], [], []]);
});

test('O5 a client that uploads what another one sent meanwhile does not send it', async () => {
  const browser = new FakeBrowser();
  const one = await aSender(browser);
  void one.chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  await settled();
  const two = await aSender(browser);
  two.environment.outbox.takeOver();
  await settled();
  await one.environment.uploads[0]?.finish(idOf(7));
  await store(one, asks(one)[0], 1);
  await two.environment.uploads[0]?.finish(idOf(8));
  expect(asks(two)).toEqual([]);
  expect([held(one), held(two)]).toEqual([[], []]);
});

test('O6 of several clients one sends, and all show what waits', async () => {
  const browser = new FakeBrowser();
  const one = await aSender(browser);
  const two = await aSender(browser);
  void two.chat.outbox.send(ROOM_ID, { text: 'from two' });
  await settled();
  void one.chat.outbox.send(ROOM_ID, { text: 'from one' });
  await settled();
  const both = ['from two waiting', 'from one waiting'];
  expect([held(one), held(two)]).toEqual([both, both]);
  expect(asks(two)).toEqual([]);
  await store(one, asks(one)[0], 1);
  await store(one, asks(one)[1], 2);
  expect(asks(one).map(({ input }) => input.text)).toEqual(['from two', 'from one']);
  expect([held(one), held(two), asks(two)]).toEqual([[], [], []]);
});

test('O6 another client takes over when the one that sends is gone', async () => {
  const browser = new FakeBrowser();
  const one = await aSender(browser);
  const two = await aSender(browser);
  void one.chat.outbox.send(ROOM_ID, { text: 'one' });
  await settled();
  const [asked] = asks(one);
  expect(asks(two)).toEqual([]);
  await crash(one);
  await settled();
  expect(asks(two).map(({ input }) => input)).toEqual([asked?.input]);
});

test('O6 a client whose place was taken sends nothing more, nor does one that was stopped', async () => {
  const browser = new FakeBrowser();
  const one = await aSender(browser);
  const two = await aSender(browser);
  two.environment.outbox.takeOver();
  await settled();
  void one.chat.outbox.send(ROOM_ID, { text: 'one' });
  await settled();
  expect([asks(one).length, asks(two).length]).toEqual([0, 1]);
  two.chat.stop();
  await settled();
  expect([asks(one).length, asks(two).length]).toEqual([1, 1]);
});

test('O1 O6 what another client sent stays on the screen until this one sees it in the log', async () => {
  const browser = new FakeBrowser();
  const one = await aSender(browser);
  const two = await aChatInRoom(2, 1, browser);
  void two.chat.outbox.send(ROOM_ID, { text: 'from two' });
  await settled();
  const [asked] = asks(one);
  await store(one, asked, 3);
  expect([held(one), browser.items]).toEqual([[], []]);
  expect(held(two)).toEqual(['from two stored']);
  two.socket.tell({ ...sent(3), message: { ...aMessage(3), ...asked?.input } });
  expect(held(two)).toEqual([]);
});

test('O6 what one client discards or tries again changes in the other, too', async () => {
  const browser = new FakeBrowser();
  const one = await aSender(browser);
  const two = await aSender(browser);
  for (const text of ['one', 'two']) void one.chat.outbox.send(ROOM_ID, { text });
  await settled();
  await one.socket.refuse(asks(one)[0], 'forbidden');
  await one.socket.refuse(asks(one)[1], 'forbidden');
  expect(held(two)).toEqual(['one failed', 'two failed']);
  const [first, second] = two.chat.outbox.items.get();
  two.chat.outbox.discard(first?.id ?? '');
  two.chat.outbox.retry(second?.id ?? '');
  await settled();
  expect([held(one), held(two)]).toEqual([['two waiting'], ['two waiting']]);
  expect(asks(one)[2]?.input.id).toBe(second?.id);
});

test('O6 what a person does while the changes of another client are read is not undone by them', async () => {
  const browser = new FakeBrowser();
  const one = await offline(browser);
  const two = await offline(browser);
  void two.chat.outbox.send(ROOM_ID, { text: 'from two' });
  browser.waiting = [];
  await settled();
  browser.waiting.shift()?.();
  void one.chat.outbox.send(ROOM_ID, { text: 'from one' });
  await settled();
  expect(held(one)).toContain('from one waiting');
  while (browser.waiting.length > 0) {
    browser.waiting.shift()?.();
    await settled();
  }
  expect(held(one)).toEqual(['from two waiting', 'from one waiting']);
});

for (const state of ['full', 'closed', 'stuck'] as const) {
  test(`O7 what cannot be kept (${state}) is marked, and sent all the same`, async () => {
    const browser = new FakeBrowser();
    browser.state = state;
    const world = await offline(browser, { text: 'one' }, { upload: UPLOAD });
    await world.environment.pass(6_000);
    expect(world.chat.outbox.items.get().map(({ isUnkept }) => isUnkept)).toEqual([true, true]);
    world.socket.greet();
    await settled();
    await store(world, asks(world)[0], 1);
    await world.environment.uploads[0]?.finish(idOf(7));
    await store(world, asks(world)[1], 2);
    expect(asks(world).map(({ input }) => input.text ?? input.fileId)).toEqual(['one', idOf(7)]);
    expect(held(world)).toEqual([]);
  });
}

test('O7 what only this client has it sends itself, also while another is the one that sends', async () => {
  const browser = new FakeBrowser();
  const one = await aSender(browser);
  const two = await aSender(browser);
  browser.state = 'full';
  void two.chat.outbox.send(ROOM_ID, { text: 'only here' });
  await settled();
  expect(asks(one)).toEqual([]);
  expect(asks(two).map(({ input }) => input.text)).toEqual(['only here']);
});

test('O3 whose session is over sends nothing more, and fails nothing', async () => {
  const world = await aSender();
  void world.chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  await world.environment.uploads[0]?.fail('signed_out');
  expect(world.chat.connection.state.get().status).toBe('disconnected');
  await world.environment.pass(250);
  await world.socket.drop(4401);
  expect(world.chat.connection.state.get()).toEqual({ status: 'closed', reason: 'signed_out' });
  expect(held(world)).toEqual(['a.png waiting']);
});

test('H7 an error that says when to come back holds the outbox back for as long', async () => {
  const world = await aSender();
  void world.chat.outbox.send(ROOM_ID, { text: 'one' });
  await world.socket.refuse(asks(world)[0], 'slow_down', 'Slow down', 7);
  await world.environment.pass(7_249);
  expect(asks(world)).toHaveLength(1);
  await world.environment.pass(1);
  expect(asks(world)).toHaveLength(2);
});

test('O5 a file whose message is stored already, from an upload that nobody remembers, is not sent twice', async () => {
  const browser = new FakeBrowser();
  const world = await aSender(browser);
  void world.chat.outbox.send(ROOM_ID, { upload: UPLOAD });
  await world.environment.uploads[0]?.finish(idOf(7));
  await world.socket.refuse(asks(world)[0], 'id_taken');
  expect([held(world), browser.items]).toEqual([[], []]);
  expect(world.socket.of('discard_file').map(({ input }) => input.fileId)).toEqual([idOf(7)]);
});
