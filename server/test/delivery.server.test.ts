import type { CommandOutput } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../src/base/ids.ts';

let server: ServerProcess;
let ann: TestPerson;
let bob: TestPerson;
let roomId: string;

beforeAll(async () => {
  server = await ServerProcess.start();
  [ann, bob] = await Promise.all([TestPerson.add(server, 'Ann'), TestPerson.add(server, 'Bob')]);
});
beforeEach(async () => {
  roomId = await ann.createRoom();
});
afterAll(() => server.remove());

test('R1 L2 a new room and its messages reach everyone, in the order of the log', async () => {
  const [annLive, bobLive, outside] = [await ann.connect(), await bob.connect(), await bob.connect()];
  await Promise.all([annLive, bobLive, outside].map(live => live.request('watch_list', { on: true })));
  const id = await ann.createRoom();
  // An earlier room may be in the same event.
  const listed = (live: typeof bobLive) =>
    live.getEvents('list_changed').flatMap(({ rooms }) => rooms.filter(room => room.id === id));
  await expect.poll(() => listed(bobLive).length).toBe(1);
  await Promise.all(
    [annLive, bobLive, outside].map(live => live.request('watch_rooms', { add: { [id]: 0 }, remove: [] })),
  );
  await Promise.all([annLive, bobLive].map(live => live.request('open_room', { roomId: id })));
  const senders = Array.from({ length: 50 }, () => [annLive, bobLive]).flat();
  await Promise.all(
    senders.map((live, index) => live.request('send_message', { roomId: id, text: String(index) })),
  );
  const seqs = Array.from({ length: 100 }, (_, index) => index + 1);
  for (const live of [annLive, bobLive]) {
    await expect.poll(() => live.getEvents('message_sent').map(({ seq }) => seq)).toEqual(seqs);
  }
  await expect.poll(() => outside.getEvents('room_summary').at(-1)?.room.seq).toBe(100);
  expect([annLive, bobLive].flatMap(live => live.getEvents('room_summary'))).toEqual([]);
  await expect.poll(() => listed(outside).at(-1)?.seq).toBe(100);
  expect(annLive.getEvents('message_sent')).toEqual(bobLive.getEvents('message_sent'));
});

test('C1 no event is missed between the result of open_room and the subscription', async () => {
  const [annLive, bobLive] = [await ann.connect(), await bob.connect()];
  const traffic = { isOver: false };
  const send = async (): Promise<void> => {
    await annLive.request('send_message', { roomId, text: 'still sending' });
    return traffic.isOver ? undefined : send();
  };
  const sending = Promise.all([send(), send(), send()]);
  for (let round = 0; round < 20; round++) {
    const before = bobLive.getEvents('message_sent').length;
    const { ok } = await bobLive.request('open_room', { roomId });
    const { seq } = ok as CommandOutput<'open_room'>;
    await expect.poll(() => bobLive.getEvents('message_sent').at(-1)?.seq ?? 0).toBeGreaterThan(seq + 3);
    const seqs = bobLive
      .getEvents('message_sent')
      .slice(before)
      .map(event => event.seq);
    const after = seqs.filter(each => each > seq);
    expect(after).toEqual(after.map((_, index) => seq + 1 + index));
    await bobLive.request('close_room', { roomId });
  }
  traffic.isOver = true;
  await sending;
});

test('H3 a slow consumer is closed with 4429, and catches up when it returns', async () => {
  const [annLive, slow] = [await ann.connect(), await bob.connect()];
  await slow.request('open_room', { roomId });
  // Before the messages: on a busy machine the server closes the connection while they are sent.
  await annLive.request('watch_viewers', { roomId });
  slow.socket.pause();
  const text = '한'.repeat(10_000);
  for (let round = 0; round < 20; round++) {
    await Promise.all(Array.from({ length: 20 }, () => annLive.request('send_message', { roomId, text })));
  }
  // The server checks each connection at least every ten seconds.
  await expect.poll(() => annLive.getEvents('viewers_changed').at(-1)?.count).toBe(0);
  slow.socket.resume();
  expect(await slow.closed).toBe(4429);
  const since = slow.getEvents('message_sent').at(-1)?.seq ?? 0;
  for (const word of ['later', 'last']) await annLive.request('send_message', { roomId, text: word });
  const back = await bob.connect();
  const { ok } = await back.request('open_room', { roomId, since });
  const { seq, reset, messages } = ok as CommandOutput<'open_room'>;
  const seqs = messages.map(message => message.seq);
  expect([seq, seqs]).toEqual([402, seqs.map((_, index) => 403 - seqs.length + index)]);
  expect(reset || seqs[0] === since + 1).toBe(true);
});

test('M2 M3 the rules of ids hold between people and connections', async () => {
  const [annLive, again] = [await ann.connect(), await ann.connect()];
  const input = { roomId, id: newId(), text: 'once' };
  const results = await Promise.all([
    annLive.request('send_message', input),
    again.request('send_message', input),
  ]);
  expect(results[0]).toEqual(results[1]);
  expect(await bob.postCommand('send_message', input)).toMatchObject({
    status: 409,
    error: { code: 'id_taken' },
  });
  const page = await bob.runCommand<CommandOutput<'get_messages'>>('get_messages', { roomId });
  expect(page.messages.map(({ text }) => text)).toEqual(['once']);
});
