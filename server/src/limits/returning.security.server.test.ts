import { Chat, type Socket } from '@snug/client';
import type { CommandOutput } from '@snug/protocol';
import { openClientSocket } from '@snug/testkit/client-socket.ts';
import { createProgramEnvironment } from '@snug/testkit/program-environment.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const TABS = 3;
const ROOMS = 20;

let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start({ settings: { SNUG_RATE_LIMITS: 'on' } });
});
afterAll(() => server.remove());

/** The real client with real sockets and a network that the test can interrupt. */
class Tab {
  readonly chat: Chat;
  /** Number of `rate_limited` errors. */
  refusals = 0;
  isOnline = true;
  #socket: Socket | undefined;

  constructor({ uid, cookie }: TestPerson) {
    const address = { url: server.url, origin: server.url, cookie };
    const environment = createProgramEnvironment(handlers => {
      this.#socket = openClientSocket(address, {
        ...handlers,
        onText: text => {
          if (text.includes('"rate_limited"')) this.refusals++;
          handlers.onText(text);
        },
      });
      if (!this.isOnline) this.#socket.close();
      return this.#socket;
    });
    this.chat = new Chat(environment, uid);
    this.chat.start();
    onTestFinished(() => this.chat.stop());
  }

  lose(): void {
    this.#socket?.close();
  }

  get isConnected(): boolean {
    return this.chat.connection.state.get().status === 'connected';
  }
}

async function createRooms(person: TestPerson, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let room = 0; room < count; room++) ids.push(await person.createRoom());
  return ids;
}

test('C3 Q1 a person with three windows of twenty rooms reconnects as often as the network breaks, without a rate limit', async () => {
  const [ann, ben] = [await TestPerson.add(server, 'Ann'), await TestPerson.add(server, 'Ben')];
  const roomIds = [...(await createRooms(ann, ROOMS / 2)), ...(await createRooms(ben, ROOMS / 2))];
  const tabs = Array.from({ length: TABS }, () => new Tab(ann));
  for (const { chat } of tabs) {
    for (const roomId of roomIds) chat.room(roomId).open();
    chat.getRoomPeople(roomIds[0] as string).open();
  }
  for (let round = 1; round <= 3; round++) {
    for (const tab of tabs) tab.lose();
    const [roomId = ''] = roomIds;
    await ben.runCommand('send_message', { roomId, text: `round ${round}` });
    const known = () =>
      tabs.map(({ chat }) =>
        roomIds.map(id => chat.room(id).view.get().log?.seq === (id === roomId ? round : 0)),
      );
    await expect.poll(() => known().flat().every(Boolean)).toBe(true);
  }
  await expect.poll(() => tabs.every(tab => tab.isConnected)).toBe(true);
  expect(tabs.map(tab => tab.refusals)).toEqual([0, 0, 0]);
});

test('Q1 O2 messages written in a day offline are sent within the rate, in order, and none is lost', async () => {
  const ann = await TestPerson.add(server, 'Ann');
  const roomId = await ann.createRoom();
  const tab = new Tab(ann);
  tab.chat.room(roomId).open();
  await expect.poll(() => tab.isConnected).toBe(true);
  tab.isOnline = false;
  tab.lose();
  const texts = Array.from({ length: 16 }, (_, index) => `line ${index}`);
  for (const text of texts) void tab.chat.outbox.send(roomId, { text });
  tab.isOnline = true;
  tab.chat.connection.wake();
  await expect.poll(() => tab.chat.outbox.items.get(), { timeout: 90_000 }).toEqual([]);
  const { messages } = await ann.runCommand<CommandOutput<'get_messages'>>('get_messages', {
    roomId,
    limit: 100,
  });
  expect(messages.map(({ text }) => text)).toEqual(texts);
  expect(tab.refusals).toBeGreaterThan(0);
});
