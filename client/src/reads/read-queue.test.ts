import { MAX_SET_READS } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Action } from '../actions/action-items.ts';
import { Signal } from '../base/signal.ts';
import { Store } from '../base/store.ts';
import { flushPromises } from '../testing/fake-environment.ts';
import { type PendingRead, ReadQueue } from './read-queue.ts';

function createQueue() {
  const pending = new Store<readonly Action[]>([]);
  const onDone = new Signal<{ action: Action; output: unknown }>();
  const results: string[] = [];
  let lastId = 0;
  const queue = new ReadQueue({
    environment: { setTimer: () => () => {}, newId: () => `action ${++lastId}` },
    actions: {
      pending,
      onDone,
      onRejected: new Signal(),
      enqueue: async action => {
        const others = pending.get().filter(({ key }) => key !== action.key);
        pending.set([...others, { ...action, id: action.id ?? action.key, createdAt: 0, status: 'waiting' }]);
      },
    },
    getEpoch: () => 'epoch',
    onResult: reads => results.push(...reads.map(([roomId]) => roomId)),
  });
  return { queue, pending, onDone, results };
}

const move = (seq: number): PendingRead => ({ seq, version: 1 });

test('U8 moves in many rooms share few commands, and each shows until its result', () => {
  const { queue, pending, onDone, results } = createQueue();
  const roomIds = Array.from({ length: MAX_SET_READS + 1 }, (_, index) => `room ${index}`);
  void queue.moveAll(new Map(roomIds.map(roomId => [roomId, move(5)])));
  expect(pending.get().map(({ command }) => command)).toEqual(['set_reads', 'set_reads']);
  expect([...queue.list().keys()]).toEqual(roomIds);
  expect(queue.list().get('room 200')).toMatchObject({ seq: 5, epoch: 'epoch' });

  const [, last] = pending.get();
  pending.set(pending.get().slice(0, 1));
  if (last) onDone.emit({ action: last, output: { reads: { 'room 200': {} } } });
  expect(queue.list().has('room 200')).toBe(false);
  expect(results).toEqual(['room 200']);
});

test('U8 the list of moves is created once until a move changes', () => {
  const { queue, pending } = createQueue();
  queue.move('one', move(5));
  const moves = queue.list();
  expect(queue.list()).toBe(moves);
  queue.move('one', move(6));
  expect(queue.list().get('one')).toMatchObject({ seq: 6 });
  queue.move('two', move(1));
  expect([...queue.list().keys()]).toEqual(['one', 'two']);
  pending.set([]);
  expect([...queue.list().keys()]).toEqual(['one']);
});

test('U8 of two waiting moves in a room the higher one shows, unless the later one is back', () => {
  const { queue } = createQueue();
  void queue.moveAll(new Map([['room', move(9)]]));
  queue.move('room', move(5));
  expect(queue.list().get('room')).toMatchObject({ seq: 9 });
  queue.move('room', { ...move(2), back: true });
  expect(queue.list().get('room')).toMatchObject({ seq: 2 });
});

test('U8 a move that waits a moment before it is sent shows at once, so the open room never counts as unread', () => {
  const { queue, pending } = createQueue();
  queue.move('room', move(5));
  queue.move('room', move(7));
  expect(pending.get()).toMatchObject([{ input: { seq: 5 } }]);
  expect(queue.list().get('room')).toMatchObject({ seq: 7 });
  void queue.moveAll(new Map([['room', move(9)]]));
  expect(queue.list().get('room')).toMatchObject({ seq: 9 });
  queue.move('room', { ...move(2), back: true });
  expect(queue.list().get('room')).toMatchObject({ seq: 2, back: true });
});

test('U8 moves in many rooms are stored when the last of their commands is', async () => {
  const { queue, pending, onDone } = createQueue();
  const moves = new Map(Array.from({ length: MAX_SET_READS + 1 }, (_, index) => [`room ${index}`, move(5)]));
  let isStored: boolean | undefined;
  void queue.moveAll(moves).then(result => (isStored = result));
  for (const action of pending.get()) {
    await flushPromises();
    expect(isStored).toBeUndefined();
    pending.set(pending.get().filter(other => other !== action));
    onDone.emit({ action, output: { reads: {} } });
  }
  await flushPromises();
  expect(isStored).toBe(true);
});

test('U8 moves that wait a moment are stored when the page hides', () => {
  const { queue, pending } = createQueue();
  queue.move('one', move(5));
  queue.move('one', move(7));
  queue.moveConversation({ ...move(6), roomId: 'two', rootId: 'root' });
  queue.moveConversation({ ...move(9), roomId: 'two', rootId: 'root' });
  queue.move('quiet', move(3));
  const readSeqs = () =>
    Object.fromEntries(pending.get().map(({ roomId, input }) => [roomId, (input as PendingRead).seq]));
  expect(readSeqs()).toEqual({ one: 5, two: 6, quiet: 3 });
  queue.flush();
  expect(readSeqs()).toEqual({ one: 7, two: 9, quiet: 3 });
});
