import type { Message, ReadState } from '@snug/protocol';
import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check';
import { expect, test } from 'vitest';
import { Chat } from '../chat.ts';
import { FakeEnvironment, flushPromises, type SentCommand } from '../testing/fake-environment.ts';
import { FakeRoomCacheStorage } from '../testing/fake-room-cache-storage.ts';
import { ANN, makeId, makeListedRoom, makeMessage, makeRoom } from '../testing/samples.ts';
import type { RoomStore } from './room.ts';

const MAX_CLOSED_ROOMS = 20;
const PAGE = 60;
const BEN = { ...ANN, uid: makeId(3), name: 'Ben' };
const ROOM_IDS = Array.from({ length: 100 }, (_, index) => makeId(1_000 + index));
const [FIRST = '', SECOND = ''] = ROOM_IDS;

/** One person, who visits rooms in which Ben writes. */
class Visitor {
  readonly storage = new FakeRoomCacheStorage();
  readonly environment = new FakeEnvironment(undefined, this.storage);
  readonly chat = new Chat(this.environment, ANN.uid);
  readonly stores: ReadonlyMap<string, RoomStore>;
  readonly #seqs = new Map<string, number>();
  readonly #subscribed = new Set<string>();
  /** The server does not answer reads of this room. */
  slowRoomId: string | undefined;
  #unserved: SentCommand[] = [];
  #read = 0;

  constructor(roomIds = ROOM_IDS) {
    this.environment.randomValue = 0;
    this.chat.start();
    this.environment.socket.sendConnected();
    this.stores = new Map(roomIds.map(roomId => [roomId, this.chat.room(roomId)]));
    for (const roomId of roomIds) this.#seqs.set(roomId, 3);
  }

  get socket() {
    return this.environment.socket;
  }

  /** The rooms whose messages are in memory. */
  get heldIds(): string[] {
    return [...this.stores].filter(([, store]) => store.view.get().log).map(([roomId]) => roomId);
  }

  listSeqs(roomId: string): number[] | undefined {
    return this.stores
      .get(roomId)
      ?.view.get()
      .log?.messages.map(({ seq }) => seq);
  }

  listStoredSeqs(roomId: string): number[] {
    return this.#listMessages(roomId).map(({ seq }) => seq);
  }

  async open(roomId: string): Promise<() => void> {
    const close = this.chat.room(roomId).open();
    await this.serve();
    return () => {
      close();
      if (!this.stores.get(roomId)?.isOpen) this.#subscribed.delete(roomId);
    };
  }

  async visit(...roomIds: string[]): Promise<void> {
    for (const roomId of roomIds) (await this.open(roomId))();
  }

  /** Makes all rooms that are not in use forgotten, except those. */
  async visitOthers(...keptIds: string[]): Promise<void> {
    await this.visit(...ROOM_IDS.filter(roomId => !keptIds.includes(roomId)).slice(-MAX_CLOSED_ROOMS));
  }

  /** Ben writes a message. Subscribers of the room receive it. */
  write(roomId: string): void {
    const seq = (this.#seqs.get(roomId) ?? 0) + 1;
    this.#seqs.set(roomId, seq);
    const message = toMessage(roomId, seq);
    if (this.#subscribed.has(roomId)) this.socket.sendEvents({ type: 'message_sent', roomId, seq, message });
  }

  /** The server answers the reads of rooms. */
  async serve(read?: ReadState): Promise<void> {
    for (let next = this.#takeNext(); next; next = this.#takeNext()) {
      const roomId = String(next.input.roomId);
      if (next.command === 'open_room') this.#subscribed.add(roomId);
      await this.socket.sendResult(next, this.#toState(roomId, next.input.since as number, read));
    }
  }

  /** Longer than a room stays fresh. The connection stays. */
  async wait(): Promise<void> {
    await this.environment.advance(10_000);
    this.socket.sendEvents({ type: 'heartbeat', rooms: {} });
  }

  async reconnect(): Promise<void> {
    await this.environment.advance(0);
    this.#read = 0;
    this.#unserved = [];
    this.socket.sendConnected();
    await this.serve();
  }

  async drop(): Promise<void> {
    this.#subscribed.clear();
    await this.socket.drop();
  }

  #takeNext(): SentCommand | undefined {
    const sent = this.socket.sent.slice(this.#read);
    this.#read += sent.length;
    const isRead = ({ command }: SentCommand) => command === 'open_room' || command === 'catch_up';
    this.#unserved.push(...sent.filter(isRead));
    const index = this.#unserved.findIndex(({ input }) => input.roomId !== this.slowRoomId);
    return index < 0 ? undefined : this.#unserved.splice(index, 1)[0];
  }

  #toState(roomId: string, since: number | undefined, read: ReadState | undefined) {
    const seq = this.#seqs.get(roomId) ?? 0;
    const messages = this.#listMessages(roomId).filter(message => message.seq > (since ?? 0));
    const hasOlder = seq > PAGE;
    const room = makeRoom(seq, { id: roomId });
    return { room, admins: [], seq, reset: since === undefined, messages, hasOlder, ...(read && { read }) };
  }

  #listMessages(roomId: string): Message[] {
    const seq = this.#seqs.get(roomId) ?? 0;
    return Array.from({ length: Math.min(seq, PAGE) }, (_, index) =>
      toMessage(roomId, seq - index),
    ).toReversed();
  }
}

function toMessage(roomId: string, seq: number): Message {
  return { ...makeMessage(seq, { roomId }), author: BEN };
}

test('after visits to 100 rooms, the memory has the messages of the 20 last visited ones', async () => {
  const visitor = new Visitor();
  await visitor.visit(...ROOM_IDS);
  expect(visitor.heldIds).toEqual(ROOM_IDS.slice(-MAX_CLOSED_ROOMS));
  await visitor.visit(FIRST, SECOND);
  expect(visitor.heldIds).toEqual([FIRST, SECOND, ...ROOM_IDS.slice(-MAX_CLOSED_ROOMS + 2)]);
});

test('prefetched rooms count, too', async () => {
  const visitor = new Visitor();
  for (const store of visitor.stores.values()) {
    store.prefetch();
    await visitor.serve();
  }
  expect(visitor.heldIds).toHaveLength(MAX_CLOSED_ROOMS);
  visitor.stores.get(FIRST)?.prefetch();
  await visitor.serve();
  expect(visitor.listSeqs(FIRST), 'a forgotten room is not fresh').toEqual([1, 2, 3]);
});

test('rooms that are open, shown or being read keep their messages', async () => {
  const visitor = new Visitor();
  const [, , third = ''] = ROOM_IDS;
  const close = await visitor.open(FIRST);
  await visitor.visit(SECOND, third);
  const stop = visitor.stores.get(SECOND)?.view.subscribe(() => {});
  await visitor.wait();
  visitor.slowRoomId = third;
  visitor.stores.get(third)?.prefetch();
  await visitor.visitOthers();
  expect(visitor.heldIds).toEqual([FIRST, SECOND, third, ...ROOM_IDS.slice(-MAX_CLOSED_ROOMS)]);
  close();
  stop?.();
  visitor.slowRoomId = undefined;
  await visitor.serve();
  await visitor.visitOthers();
  expect(visitor.heldIds).toEqual(ROOM_IDS.slice(-MAX_CLOSED_ROOMS));
});

test('a forgotten room has the same store, and the messages that arrived since when it opens', async () => {
  const visitor = new Visitor();
  await visitor.visit(FIRST);
  await visitor.visitOthers();
  expect(visitor.listSeqs(FIRST)).toBeUndefined();
  visitor.write(FIRST);
  visitor.write(FIRST);
  await visitor.open(FIRST);
  expect(visitor.chat.room(FIRST)).toBe(visitor.stores.get(FIRST));
  expect(visitor.listSeqs(FIRST)).toEqual([1, 2, 3, 4, 5]);
  visitor.write(FIRST);
  expect(visitor.listSeqs(FIRST)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('the count of arrivals goes on, so that the page counts the new ones', async () => {
  const visitor = new Visitor();
  const close = await visitor.open(FIRST);
  visitor.write(FIRST);
  visitor.write(FIRST);
  close();
  const count = () => visitor.stores.get(FIRST)?.view.get().log?.arrivalCount;
  expect(count()).toBe(2);
  await visitor.visitOthers();
  for (let arrival = 0; arrival < 3; arrival++) visitor.write(FIRST);
  await visitor.visit(FIRST);
  expect(count()).toBe(5);
});

test('a forgotten room keeps its unread count, which goes on', async () => {
  const visitor = new Visitor();
  const { chat, socket } = visitor;
  const close = chat.room(FIRST).open();
  await visitor.serve({ seq: 3, readSeq: 1, version: 1, unread: 2 });
  close();
  await visitor.visitOthers();
  expect(chat.cursors.get(FIRST)).toMatchObject({ readSeq: 1, unread: 2 });
  visitor.write(FIRST);
  const change = { at: 4, seq: 4, authorId: BEN.uid, kind: 'added' as const };
  const room = makeListedRoom(4, { id: FIRST });
  socket.sendEvents({ type: 'room_summary', room, from: 3, to: 4, changes: [change] });
  expect(chat.cursors.get(FIRST)).toMatchObject({ readSeq: 1, unread: 3 });
  await visitor.open(FIRST);
  expect(visitor.listSeqs(FIRST)).toEqual([1, 2, 3, 4]);
  expect(chat.cursors.get(FIRST)).toMatchObject({ readSeq: 1, unread: 3 });
});

test('a room with a message or an action on its way keeps its messages until that has ended', async () => {
  const visitor = new Visitor();
  const { chat, socket } = visitor;
  await visitor.visit(FIRST, SECOND);
  void chat.outbox.send(FIRST, { text: 'on its way' });
  const input = { roomId: SECOND, messageId: makeId(101), emoji: '👍', on: true };
  void chat.actions.enqueue({ key: 'reaction', roomId: SECOND, command: 'set_reaction', input });
  await visitor.visitOthers();
  expect(visitor.heldIds.slice(0, 2)).toEqual([FIRST, SECOND]);
  await socket.sendResult(socket.getCommands('send_message')[0], { message: toMessage(FIRST, 4) });
  await socket.sendResult(socket.getCommands('set_reaction')[0], { message: toMessage(SECOND, 2) });
  await visitor.visitOthers();
  expect(visitor.heldIds).toEqual(ROOM_IDS.slice(-MAX_CLOSED_ROOMS));
});

test('unsent messages of a forgotten room are shown, sent, and can be discarded', async () => {
  const visitor = new Visitor();
  const { outbox } = visitor.chat;
  await visitor.visit(FIRST);
  await visitor.visitOthers();
  void outbox.send(FIRST, { text: 'one' });
  void outbox.send(FIRST, { text: 'two' });
  const listItems = () => outbox.items.get().map(({ text, status }) => `${text} ${status}`);
  expect(listItems()).toEqual(['one waiting', 'two waiting']);
  const listCommands = () => visitor.socket.getCommands('send_message');
  await visitor.socket.sendError(listCommands()[0], 'forbidden');
  expect(listItems()).toEqual(['one failed', 'two waiting']);
  await visitor.socket.sendResult(listCommands()[1], { message: toMessage(FIRST, 4) });
  expect(listItems()).toEqual(['one failed']);
  expect(visitor.listSeqs(FIRST)).toBeUndefined();
  outbox.discard(outbox.items.get()[0]?.id ?? '');
  expect(listItems()).toEqual([]);
});

test('without a connection nothing is forgotten', async () => {
  const visitor = new Visitor();
  const first = ROOM_IDS.slice(0, MAX_CLOSED_ROOMS + 1);
  const close = await visitor.open(FIRST);
  await visitor.visit(...first.slice(1));
  await visitor.drop();
  close();
  for (const roomId of ROOM_IDS) visitor.chat.room(roomId).open()();
  expect(visitor.heldIds).toEqual(first);
});

test('a forgotten room opens with its cached copy, and then with the changes since', async () => {
  const visitor = new Visitor();
  await visitor.visit(FIRST);
  await visitor.environment.advance(1_000);
  await visitor.visitOthers();
  visitor.write(FIRST);
  visitor.chat.room(FIRST).open();
  await flushPromises();
  expect(visitor.listSeqs(FIRST)).toEqual([1, 2, 3]);
  expect(visitor.stores.get(FIRST)?.view.get().isCached).toBe(true);
  await visitor.serve();
  expect(visitor.listSeqs(FIRST)).toEqual([1, 2, 3, 4]);
  expect(visitor.stores.get(FIRST)?.view.get().isCached).toBe(false);
  expect(visitor.stores.get(FIRST)?.view.get().log?.arrivalCount).toBe(1);
});

test.each([
  ['that is older than what the person saw', (visitor: Visitor) => visitor.write(FIRST)],
  [
    'of another epoch',
    ({ storage }: Visitor) => (storage.rooms = storage.rooms.map(room => ({ ...room, epoch: 'other' }))),
  ],
  ['that the storage cannot read', ({ storage }: Visitor) => (storage.state = 'closed')],
])('a forgotten room does not show a copy %s', async (_, prepare) => {
  const visitor = new Visitor();
  await visitor.visit(FIRST);
  await visitor.wait();
  prepare(visitor);
  visitor.stores.get(FIRST)?.prefetch();
  await visitor.serve();
  await visitor.visitOthers();
  visitor.chat.room(FIRST).open();
  await flushPromises();
  expect(visitor.listSeqs(FIRST)).toBeUndefined();
  await visitor.serve();
  expect(visitor.listSeqs(FIRST)).toEqual(visitor.listStoredSeqs(FIRST));
});

test('a copy that was read too late does not return to a room that its reader lost', async () => {
  const visitor = new Visitor();
  await visitor.visit(FIRST);
  await visitor.environment.advance(1_000);
  await visitor.visitOthers();
  const { promise, resolve } = Promise.withResolvers<void>();
  visitor.storage.loadGate = promise;
  const close = visitor.chat.room(FIRST).open();
  close();
  visitor.socket.sendEvents({
    type: 'membership_changed',
    roomId: FIRST,
    membership: { role: null, version: 9 },
  });
  visitor.storage.loadGate = undefined;
  resolve();
  await flushPromises();
  expect(visitor.listSeqs(FIRST)).toBeUndefined();
});

test('Y12 the cache of a forgotten private room goes when its person is no member any more', async () => {
  const visitor = new Visitor();
  const close = visitor.chat.room(FIRST).open();
  const room = { ...makeRoom(3, { id: FIRST }), kind: 'private' as const };
  const messages = [toMessage(FIRST, 3)];
  const state = { room, admins: [], seq: 3, reset: true, messages, hasOlder: true };
  await visitor.socket.sendResult(visitor.socket.getCommands('open_room')[0], state);
  close();
  await visitor.environment.advance(1_000);
  await visitor.visitOthers();
  const isCached = () => visitor.storage.rooms.some(({ room }) => room.id === FIRST);
  expect([visitor.listSeqs(FIRST), isCached()]).toEqual([undefined, true]);
  await visitor.socket.sendResult(visitor.socket.getCommands('list_joined')[0], { roomIds: [] });
  expect(isCached()).toBe(false);
});

test('in another epoch, a forgotten room has nothing of the earlier one', async () => {
  const visitor = new Visitor();
  const close = await visitor.open(FIRST);
  visitor.write(FIRST);
  close();
  await visitor.visitOthers();
  expect(visitor.stores.get(FIRST)?.isForgotten).toBe(true);
  await visitor.drop();
  await visitor.environment.advance(0);
  visitor.socket.sendConnected('restored');
  expect(visitor.stores.get(FIRST)?.isForgotten).toBe(false);
});

test('whatever its person does, the bound holds, and each open room shows what the server stores', async () => {
  const roomIds = ROOM_IDS.slice(0, 30);
  const step = record({
    kind: constantFrom('visit', 'visit', 'open', 'close', 'prefetch', 'write', 'send', 'wait', 'reconnect'),
    room: nat(roomIds.length - 1),
  });
  await assert(
    asyncProperty(array(step, { minLength: 50, maxLength: 200 }), async steps => {
      const visitor = new Visitor(roomIds);
      const closes = new Map<string, () => void>();
      for (const { kind, room } of steps) {
        const roomId = roomIds[room] ?? '';
        const close = closes.get(roomId);
        if (kind === 'visit') await visitor.visit(roomId);
        if (kind === 'open' && !close && closes.size < 3) closes.set(roomId, await visitor.open(roomId));
        if (kind === 'close' && closes.delete(roomId)) close?.();
        if (kind === 'prefetch') visitor.stores.get(roomId)?.prefetch();
        if (kind === 'write') visitor.write(roomId);
        if (kind === 'send') void visitor.chat.outbox.send(roomId, { text: 'unsent' });
        if (kind === 'wait') await visitor.wait();
        if (kind === 'reconnect') {
          await visitor.drop();
          await visitor.reconnect();
        }
        await visitor.serve();
        const unsent = visitor.chat.outbox.items.get().map(item => item.roomId);
        const unused = visitor.heldIds.filter(id => !closes.has(id) && !unsent.includes(id));
        expect(unused.length).toBeLessThanOrEqual(MAX_CLOSED_ROOMS);
        for (const id of closes.keys())
          expect(visitor.listSeqs(id)?.slice(-PAGE)).toEqual(visitor.listStoredSeqs(id));
      }
    }),
    { numRuns: 30 },
  );
});
