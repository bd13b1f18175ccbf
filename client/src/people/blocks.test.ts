import type { Message } from '@snug/protocol';
import { expect, test } from 'vitest';
import { Chat } from '../chat.ts';
import { FakeEnvironment } from '../testing/fake-environment.ts';
import { FakeRoomCacheStorage } from '../testing/fake-room-cache-storage.ts';
import { ANN, makeId, makeMessage, makeMessageSent, ROOM_ID } from '../testing/samples.ts';
import { createChat, createChatInRoom, reconnect, type TestChat } from '../testing/test-chat.ts';

const BEN = makeId(21);
const CEM = makeId(22);

async function sendBlocks({ socket }: Pick<TestChat, 'socket'>, uids: string[], version: number) {
  await socket.sendResult(socket.getCommands('list_blocks').at(-1), { uids, version });
}

function sendChange({ socket }: Pick<TestChat, 'socket'>, uid: string, blocked: boolean, version: number) {
  socket.sendEvents({ type: 'block_changed', uid, blocked, version });
}

function listBlocks({ chat }: TestChat): string[] {
  return [...chat.blocks.get()];
}

test('G2 each device follows the blocks of its person', async () => {
  const setup = createChat();
  await sendBlocks(setup, [BEN], 3);
  expect(listBlocks(setup)).toEqual([BEN]);
  sendChange(setup, CEM, true, 4);
  sendChange(setup, BEN, false, 5);
  expect(listBlocks(setup)).toEqual([CEM]);
  sendChange(setup, BEN, true, 4);
  expect(listBlocks(setup)).toEqual([CEM]);
});

test('G2 after a missed change, a device reads all blocks again', async () => {
  const setup = createChat();
  await sendBlocks(setup, [], 0);
  sendChange(setup, CEM, true, 2);
  expect(setup.socket.getCommands('list_blocks')).toHaveLength(2);
  await sendBlocks(setup, [BEN, CEM], 2);
  expect(listBlocks(setup)).toEqual([BEN, CEM]);
});

test('G2 a result that is older than a change is ignored', async () => {
  const setup = createChat();
  await sendBlocks(setup, [], 0);
  setup.socket.sendEvents({ type: 'resync' });
  sendChange(setup, BEN, true, 1);
  await sendBlocks(setup, [], 0);
  expect(listBlocks(setup)).toEqual([BEN]);
});

test('G2 a new connection reads the blocks, and a failed read is repeated', async () => {
  const setup = createChat();
  await sendBlocks(setup, [BEN], 1);
  await reconnect(setup);
  const read = setup.environment.socket.getCommands('list_blocks')[0];
  await setup.environment.socket.sendError(read, 'unavailable', 'busy', 0, true);
  await setup.environment.advance(5_000);
  await sendBlocks({ socket: setup.environment.socket }, [CEM], 2);
  expect(listBlocks(setup)).toEqual([CEM]);
});

test('G2 the result of a change counts before its event', async () => {
  const setup = createChat();
  await sendBlocks(setup, [], 0);
  const done = setup.chat.blocks.setBlocked(BEN, true);
  await setup.socket.sendResult(setup.socket.getCommands('set_block')[0], { version: 1 });
  await done;
  expect(listBlocks(setup)).toEqual([BEN]);
  sendChange(setup, BEN, true, 1);
  expect(setup.socket.getCommands('list_blocks')).toHaveLength(1);
});

test('G2 the blocks are cached with the list', async () => {
  const storage = new FakeRoomCacheStorage();
  const open = () => {
    const environment = new FakeEnvironment(undefined, storage);
    const chat = new Chat(environment, ANN.uid);
    chat.start();
    return { environment, chat };
  };
  const { environment } = open();
  environment.socket.sendConnected();
  const { socket } = environment;
  await socket.sendResult(socket.getCommands('list_rooms')[0], { rooms: [] });
  await sendBlocks({ socket }, [BEN], 1);
  await environment.advance(2_000);
  const later = open();
  await later.environment.advance(0);
  expect([...later.chat.blocks.get()]).toEqual([BEN]);
});

test('G3 a message of a blocked person is no arrival, and makes no sound', async () => {
  const setup = await createChatInRoom(1);
  await sendBlocks(setup, [BEN], 1);
  const arrived: number[] = [];
  setup.chat.arrivals.subscribe(({ seq }) => void arrived.push(seq));
  const from = (seq: number, uid: string): Message => ({
    ...makeMessage(seq),
    author: { ...ANN, uid, name: 'Other' },
  });
  setup.socket.sendEvents({ ...makeMessageSent(2), message: from(2, BEN) });
  setup.socket.sendEvents({ ...makeMessageSent(3), message: from(3, CEM) });
  expect(arrived).toEqual([3]);
  const { log } = setup.chat.room(ROOM_ID).view.get();
  expect(log).toMatchObject({ seq: 3, arrivalCount: 1 });
  expect(log?.messages).toHaveLength(3);
});
