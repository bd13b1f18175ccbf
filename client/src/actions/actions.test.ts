import { HEART } from '@snug/protocol';
import { expect, test } from 'vitest';
import { FakeBrowser } from '../testing/fake-browser.ts';
import { flushPromises, type SentCommand } from '../testing/fake-environment.ts';
import { makeId, makeMessage, ROOM_ID } from '../testing/samples.ts';
import { createChatInRoom, createSender, reconnect, type TestChat } from '../testing/test-chat.ts';
import type { Action } from './action-items.ts';
import { MAX_ACTIONS, MAX_ACTIONS_LENGTH } from './actions.ts';

const OTHER_ROOM = makeId(9);

/** Enqueues a like, or its removal, of message `number`. */
function like({ chat }: TestChat, number: number, on: boolean, roomId = ROOM_ID): void {
  const messageId = makeId(number);
  const input = { roomId, messageId, emoji: HEART, on };
  void chat.actions.enqueue({ key: `like:${messageId}`, roomId, command: 'set_reaction', input });
}

function listSent({ socket }: TestChat): string[] {
  return socket
    .getCommands('set_reaction')
    .map(({ input }) => `${Number(String(input.messageId).slice(-4))} ${String(input.on)}`);
}

function listPending({ chat }: TestChat): string[] {
  return chat.actions.pending.get().map(({ key, status }) => `${Number(key.slice(-4))} ${status}`);
}

function lastSent({ socket }: TestChat): SentCommand | undefined {
  return socket.getCommands('set_reaction').at(-1);
}

async function answerLast(setup: TestChat, changedSeq?: number): Promise<void> {
  const message = changedSeq === undefined ? undefined : { ...makeMessage(1), changedSeq };
  await setup.socket.sendResult(lastSent(setup), { message });
}

function noteRejected({ chat }: TestChat): string[] {
  const rejected: string[] = [];
  chat.actions.onRejected.subscribe(({ action, error }) =>
    rejected.push(`${Number(action.key.slice(-4))} ${error.code}`),
  );
  return rejected;
}

async function createOffline(browser: FakeBrowser): Promise<TestChat> {
  const setup = await createSender(browser);
  await setup.socket.drop();
  return setup;
}

async function goOnline(setup: TestChat): Promise<void> {
  await setup.environment.advance(500);
  setup.socket.sendConnected();
  await flushPromises();
}

test('Z1 an action is sent at once, and leaves with its result', async () => {
  const setup = await createSender();
  like(setup, 5, true);
  expect([listSent(setup), listPending(setup)]).toEqual([['5 true'], ['5 waiting']]);
  await answerLast(setup);
  expect(listPending(setup)).toEqual([]);
});

test('Z1 actions of a room are sent in order, one at a time; another room does not wait', async () => {
  const setup = await createSender();
  like(setup, 5, true);
  like(setup, 6, true);
  like(setup, 7, true, OTHER_ROOM);
  expect(listSent(setup)).toEqual(['5 true', '7 true']);
  await answerLast(setup);
  await setup.socket.sendResult(setup.socket.getCommands('set_reaction')[0], {});
  expect(listSent(setup)).toEqual(['5 true', '7 true', '6 true']);
});

test('Z2 a later action replaces a waiting one with its key', async () => {
  const setup = await createOffline(new FakeBrowser());
  like(setup, 5, true);
  like(setup, 6, true);
  like(setup, 5, false);
  expect(listPending(setup)).toEqual(['6 waiting', '5 waiting']);
  await goOnline(setup);
  await answerLast(setup);
  expect(listSent(setup)).toEqual(['6 true', '5 false']);
});

test('Z2 an action that replaces one in flight is sent after it', async () => {
  const setup = await createSender();
  like(setup, 5, true);
  like(setup, 5, false);
  expect(listSent(setup)).toEqual(['5 true']);
  await setup.socket.sendError(lastSent(setup), 'forbidden');
  expect(listSent(setup)).toEqual(['5 true', '5 false']);
});

test('Z3 the next client sends the saved actions', async () => {
  const browser = new FakeBrowser();
  const before = await createOffline(browser);
  like(before, 5, true);
  like(before, 6, false);
  await flushPromises();
  before.environment.outboxStorage.crash();
  const setup = await createSender(browser);
  expect(listSent(setup)).toEqual(['5 true']);
  await answerLast(setup);
  await answerLast(setup);
  expect([listSent(setup), listPending(setup), browser.actions]).toEqual([['5 true', '6 false'], [], []]);
});

test('Z3 of two clients, only the leader sends; both show the action and its end', async () => {
  const browser = new FakeBrowser();
  const [one, two] = [await createSender(browser), await createSender(browser)];
  like(two, 5, true);
  await flushPromises();
  expect([listSent(one), listSent(two)]).toEqual([['5 true'], []]);
  expect([listPending(one), listPending(two)]).toEqual([['5 waiting'], ['5 waiting']]);
  const [first, second] = [noteRejected(one), noteRejected(two)];
  await one.socket.sendError(lastSent(one), 'forbidden');
  expect([listPending(one), listPending(two), first, second]).toEqual([
    [],
    [],
    ['5 forbidden'],
    ['5 forbidden'],
  ]);
});

test('Z3 if the leader ends before the result, the next client sends the action again', async () => {
  const browser = new FakeBrowser();
  const [one, two] = [await createSender(browser), await createSender(browser)];
  like(one, 5, true);
  await flushPromises();
  one.environment.outboxStorage.crash();
  await flushPromises();
  expect(listSent(two)).toEqual(['5 true']);
});

test('Z3 an action that the browser cannot save is sent by its own client', async () => {
  const browser = new FakeBrowser();
  await createSender(browser);
  const setup = await createSender(browser);
  browser.state = 'full';
  like(setup, 5, true);
  await flushPromises();
  expect(await setup.chat.actions.listVolatile()).toHaveLength(1);
  expect(listSent(setup)).toEqual(['5 true']);
});

for (const code of ['unavailable', 'rate_limited', 'timeout']) {
  test(`Z4 after ${code}, the action is sent again with backoff`, async () => {
    const setup = await createSender();
    like(setup, 5, true);
    for (const [failures, wait] of [250, 500, 1_000].entries()) {
      await setup.socket.sendError(lastSent(setup), code);
      await setup.environment.advance(wait - 1);
      expect(listSent(setup)).toHaveLength(failures + 1);
      await setup.environment.advance(1);
      expect(listSent(setup)).toHaveLength(failures + 2);
    }
  });
}

test('Z4 after a lost connection, the action is sent again', async () => {
  const setup = await createSender();
  like(setup, 5, true);
  await reconnect(setup);
  expect(listSent(setup)).toEqual(['5 true']);
});

test('Z4 a refusal that no retry changes drops the action and reports it', async () => {
  const browser = new FakeBrowser();
  const setup = await createSender(browser);
  const rejected = noteRejected(setup);
  like(setup, 5, true);
  like(setup, 6, true);
  await setup.socket.sendError(lastSent(setup), 'not_found');
  expect([rejected, listPending(setup), listSent(setup)]).toEqual([
    ['5 not_found'],
    ['6 waiting'],
    ['5 true', '6 true'],
  ]);
  expect(browser.actions).toHaveLength(1);
});

test('Z4 without a session, the action waits for the next sign-in', async () => {
  const setup = await createSender();
  const rejected = noteRejected(setup);
  like(setup, 5, true);
  await setup.socket.sendError(lastSent(setup), 'unauthenticated');
  expect([rejected, listPending(setup)]).toEqual([[], ['5 waiting']]);
});

/** Sends a message that the server has not stored, and likes it. */
async function likeUnsent(setup: TestChat): Promise<string> {
  void setup.chat.outbox.send(ROOM_ID, { text: 'new' });
  const id = setup.chat.outbox.items.get()[0]?.id ?? '';
  like(setup, Number.parseInt(id.slice(-12), 16), true);
  await flushPromises();
  return id;
}

test('Z5 an action about a message in the outbox waits for it, and lets others pass', async () => {
  const setup = await createSender();
  const id = await likeUnsent(setup);
  like(setup, 6, true);
  expect(listSent(setup)).toEqual(['6 true']);
  await answerLast(setup);
  const [sent] = setup.socket.getCommands('send_message');
  await setup.socket.sendResult(sent, { message: { ...makeMessage(3), id } });
  expect(lastSent(setup)?.input.messageId).toBe(id);
});

test('Z5 an action about a discarded message is dropped without a report', async () => {
  const setup = await createSender();
  const rejected = noteRejected(setup);
  const id = await likeUnsent(setup);
  const [sent] = setup.socket.getCommands('send_message');
  await setup.socket.sendError(sent, 'forbidden');
  expect(setup.chat.actions.pending.get()).toHaveLength(1);
  setup.chat.outbox.discard(id);
  expect([setup.chat.actions.pending.get(), rejected, listSent(setup)]).toEqual([[], [], []]);
});

test('Z6 an action stays until the log shows its result', async () => {
  const setup = await createChatInRoom(2);
  like(setup, 101, true);
  await answerLast(setup, 3);
  expect(setup.chat.actions.pending.get().map(({ status }: Action) => status)).toEqual(['done']);
  setup.socket.sendEvents({
    type: 'message_reacted',
    roomId: ROOM_ID,
    seq: 3,
    uid: makeId(2),
    emoji: HEART,
    on: true,
    message: { ...makeMessage(1), changedSeq: 3, reactions: { [HEART]: 1 } },
  });
  expect(setup.chat.actions.pending.get()).toEqual([]);
});

test('Z7 ended actions of closed rooms are bounded, and no obstacle for others', async () => {
  const setup = await createChatInRoom(2);
  setup.close();
  for (let number = 1; number <= 102; number++) {
    like(setup, number, true);
    await answerLast(setup, 3);
  }
  expect(setup.chat.actions.pending.get()).toHaveLength(100);
});

test('Z7 the queue is bounded in number and in length', async () => {
  const setup = await createOffline(new FakeBrowser());
  const rejected = noteRejected(setup);
  for (let number = 1; number <= MAX_ACTIONS; number++) like(setup, number, true);
  like(setup, 1, false);
  expect([rejected, listPending(setup).length]).toEqual([[], MAX_ACTIONS]);
  like(setup, 2_000, true);
  expect([rejected.length, listPending(setup).length]).toEqual([1, MAX_ACTIONS]);
});

test('Z7 a long input counts by its length', async () => {
  const setup = await createOffline(new FakeBrowser());
  const rejected = noteRejected(setup);
  const input = { roomId: ROOM_ID, name: 'x'.repeat(MAX_ACTIONS_LENGTH / 2), description: '' };
  for (const key of ['0001', '0002'])
    void setup.chat.actions.enqueue({ key, roomId: ROOM_ID, command: 'edit_room', input: { ...input } });
  expect(rejected).toEqual(['2 limit_exceeded']);
});
