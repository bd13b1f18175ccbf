import { roomTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Publication } from '../db/mutation.ts';
import { DeliveryGate } from './delivery-gate.ts';

function makePublication(count: number): Publication {
  return { topic: roomTopic('a'), event: { type: 'viewer_count', roomId: 'a', count } };
}

function createGate() {
  const delivered: number[] = [];
  const timers: (() => void)[] = [];
  let overflows = 0;
  const gate = new DeliveryGate({
    deliver: publications =>
      delivered.push(...publications.map(({ event }) => (event.type === 'viewer_count' ? event.count : 0))),
    onOverflow: () => overflows++,
    setTimer: run => timers.push(run),
    onFailure: () => {},
  });
  const deliver = (...counts: number[]) => gate.deliver(counts.map(makePublication));
  return { gate, deliver, delivered, timers, countOverflows: () => overflows };
}

test('H5 publications wait for the checks, and then leave in their order', async () => {
  const { gate, deliver, delivered } = createGate();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  deliver(1);
  const holds = [gate.holdUntil(() => first.promise), gate.holdUntil(() => second.promise)];
  deliver(2);
  first.resolve();
  await holds[0];
  deliver(3);
  expect(delivered).toEqual([1]);
  second.resolve();
  await holds[1];
  deliver(4);
  expect(delivered).toEqual([1, 2, 3, 4]);
});

test('H5 a failed check is repeated, and publications go on waiting', async () => {
  const { gate, deliver, delivered, timers } = createGate();
  let attempts = 0;
  const held = gate.holdUntil(async () => {
    if (++attempts === 1) throw new Error('unreachable');
  });
  deliver(1);
  await new Promise(setImmediate);
  expect(delivered).toEqual([]);
  for (const run of timers) run();
  await held;
  expect(delivered).toEqual([1]);
});

test('H5 too many waiting publications are dropped, and nobody may receive later ones', () => {
  const { gate, deliver, delivered, countOverflows } = createGate();
  void gate.holdUntil(() => new Promise(() => {}));
  for (let count = 0; count <= 10_000; count++) deliver(count);
  expect([countOverflows(), delivered]).toEqual([1, []]);
});
