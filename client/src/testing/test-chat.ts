import { Chat } from '../chat.ts';
import type { RoomStore } from '../rooms/room.ts';
import type { FakeBrowser } from './fake-browser.ts';
import { FakeEnvironment, type FakeSocket, flushPromises } from './fake-environment.ts';
import { ANN, makeNewestPage, ROOM_ID } from './samples.ts';

export interface TestChat {
  environment: FakeEnvironment;
  chat: Chat;
  room: RoomStore;
  readonly socket: FakeSocket;
}

export function createChat(browser?: FakeBrowser): TestChat {
  const environment = new FakeEnvironment(browser);
  const chat = new Chat(environment, ANN.uid);
  chat.start();
  environment.socket.sendConnected();
  return {
    environment,
    chat,
    room: chat.room(ROOM_ID),
    get socket() {
      return environment.socket;
    },
  };
}

/** A connected chat that has read its outbox. */
export async function createSender(browser?: FakeBrowser): Promise<TestChat> {
  const setup = createChat(browser);
  await flushPromises();
  return setup;
}

/** A chat that follows one room of `seq` messages. It has loaded those from `from` on. */
export async function createChatInRoom(
  seq: number,
  from = 1,
  browser?: FakeBrowser,
): Promise<TestChat & { close: () => void }> {
  const setup = await createSender(browser);
  const close = setup.room.open();
  await setup.socket.sendResult(setup.socket.getCommands('open_room')[0], makeNewestPage(seq, from));
  return Object.assign(setup, { close });
}

export async function reconnect({ environment }: TestChat, epoch?: string): Promise<void> {
  await environment.socket.drop();
  await environment.advance(500);
  environment.socket.sendConnected(epoch);
}
