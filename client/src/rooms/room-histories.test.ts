import { expect, test } from 'vitest';
import {
  listSeqs,
  makeCatchUp,
  makeMessageSent,
  makeMessages,
  makeNewestPage,
  ROOM_ID,
} from '../testing/samples.ts';
import { createChatInRoom, reconnect } from '../testing/test-chat.ts';

test('L6 a client names the incarnation of its position, from its last event', async () => {
  const setup = await createChatInRoom(2);
  setup.socket.sendEvents({ ...makeMessageSent(3), incarnation: 'A' });
  setup.socket.sendEvents({ ...makeMessageSent(4), incarnation: 'B' });
  expect(setup.room.snapshot()).toMatchObject({ seq: 4, incarnation: 'B' });
  await reconnect(setup);
  const sentCommand = setup.socket.getCommands('open_room')[0];
  expect(sentCommand?.input).toEqual({ roomId: ROOM_ID, since: 4, incarnation: 'B', trims: true });
  await setup.socket.sendResult(sentCommand, { ...makeCatchUp(4, 5), incarnation: 'C' });
  await reconnect(setup);
  expect(setup.socket.getCommands('open_room')[0]?.input).toEqual({
    roomId: ROOM_ID,
    since: 5,
    incarnation: 'C',
    trims: true,
  });
});

test('L6 a seq that repeats in another incarnation makes the client catch up', async () => {
  const { room, socket } = await createChatInRoom(3);
  socket.sendEvents({ ...makeMessageSent(4), incarnation: 'A' }, { ...makeMessageSent(5), incarnation: 'A' });
  socket.sendEvents({ ...makeMessageSent(5), incarnation: 'A' });
  expect(socket.getCommands('catch_up')).toEqual([]);
  socket.sendEvents({ ...makeMessageSent(4), incarnation: 'B' });
  expect(socket.getCommands('catch_up').map(({ input }) => input)).toEqual([
    { roomId: ROOM_ID, since: 5, incarnation: 'A', trims: true },
  ]);
  await socket.sendResult(socket.getCommands('catch_up')[0], { ...makeNewestPage(4), incarnation: 'B' });
  socket.sendEvents({ ...makeMessageSent(5), incarnation: 'B' });
  expect(room.view.get().log).toMatchObject({ seq: 5, incarnation: 'B', messages: makeMessages(1, 5) });
  expect(socket.getCommands('catch_up')).toHaveLength(1);
});

test('L6 events during a read cause no second read, whatever their incarnation', async () => {
  const { room, socket } = await createChatInRoom(3);
  socket.sendEvents(
    makeMessageSent(6),
    { ...makeMessageSent(2), incarnation: 'B' },
    { ...makeMessageSent(7), incarnation: 'C' },
  );
  await socket.sendResult(socket.getCommands('catch_up')[0], { ...makeCatchUp(3, 6), incarnation: 'C' });
  expect(listSeqs(room.view.get().log)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(socket.getCommands('catch_up')).toHaveLength(1);
});

test('L6 of two rows of one room the one with the higher seq counts, and of two incarnations the later one', async () => {
  const { chat, socket } = await createChatInRoom(3);
  const list = chat.roomList;
  const row = (seq: number, incarnation: string) => {
    list.add({ id: ROOM_ID, name: `${incarnation}${seq}`, createdAt: 0, seq, incarnation });
    return list.getRow(ROOM_ID)?.name;
  };
  expect(row(9, 'A')).toBe('A9');
  expect(row(8, 'A')).toBe('A9');
  expect(row(5, 'B')).toBe('B5');
  expect(row(4, 'B')).toBe('B5');
  list.restore([{ id: ROOM_ID, name: 'kept', createdAt: 0, seq: 20, incarnation: 'A' }]);
  expect(list.getRow(ROOM_ID)?.name).toBe('B5');
  socket.sendEvents({ ...makeMessageSent(4), incarnation: 'C' });
  expect(list.getRow(ROOM_ID)).toMatchObject({ seq: 4, incarnation: 'C' });
});
