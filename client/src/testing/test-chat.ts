import { Chat } from '../chat.ts';
import type { RoomStore } from '../room.ts';
import type { FakeBrowser } from './fake-browser.ts';
import { FakeEnvironment, type FakeSocket, settled } from './fake-environment.ts';
import { ANN, newestPage, ROOM_ID } from './samples.ts';

export interface World {
  environment: FakeEnvironment;
  chat: Chat;
  room: RoomStore;
  /** The newest socket. */
  readonly socket: FakeSocket;
}

/** A chat whose connection stands. */
export function aChat(browser?: FakeBrowser): World {
  const environment = new FakeEnvironment(browser);
  const chat = new Chat(environment, ANN.uid);
  chat.start();
  environment.socket.greet();
  return {
    environment,
    chat,
    room: chat.room(ROOM_ID),
    get socket() {
      return environment.socket;
    },
  };
}

/** A chat whose connection stands, and which has read its outbox. */
export async function aSender(browser?: FakeBrowser): Promise<World> {
  const world = aChat(browser);
  await settled();
  return world;
}

/** A chat that follows one room of `seq` messages, known from the message `from` on. */
export async function aChatInRoom(
  seq: number,
  from = 1,
  browser?: FakeBrowser,
): Promise<World & { close: () => void }> {
  const world = await aSender(browser);
  const close = world.room.open();
  await world.socket.answer(world.socket.of('open_room')[0], newestPage(seq, from));
  return Object.assign(world, { close });
}

/** Loses the connection and gets a new one. */
export async function reconnect({ environment }: World, epoch?: string): Promise<void> {
  await environment.socket.drop();
  await environment.pass(500);
  environment.socket.greet(epoch);
}
