import { expect, test } from 'vitest';
import { TurnScheduler } from './turn-scheduler.ts';

test('Q5 of much work at once, a little starts in each turn, in order, and without load it starts immediately', async () => {
  const deferred: (() => void)[] = [];
  const turns = new TurnScheduler(4, run => deferred.push(run));
  const endTurn = async () => {
    for (const run of deferred.splice(0)) run();
    await new Promise(setImmediate);
  };
  const begun: number[] = [];
  for (let work = 0; work < 10; work++) void turns.waitForTurn().then(() => begun.push(work));
  await new Promise(setImmediate);
  expect([begun, turns.waitingCount]).toEqual([[0, 1, 2, 3], 6]);
  await endTurn();
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  await endTurn();
  expect(begun).toHaveLength(10);
  expect(turns.isFree).toBe(true);
  await endTurn();
  expect(deferred).toEqual([]);
});
