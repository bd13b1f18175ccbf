import { expect, test } from 'vitest';
import { TimedTurns } from './timed-turns.ts';

function createTurns() {
  const clock = { now: 0 };
  const deferred: (() => void)[] = [];
  const turns = new TimedTurns({ maxMs: 2, now: () => clock.now, defer: run => deferred.push(run) });
  const done: string[] = [];
  const work = (name: string, ms: number, then = () => {}) =>
    turns.run(() => {
      done.push(name);
      clock.now += ms;
      then();
    });
  const endTurn = () => {
    for (const run of deferred.splice(0)) run();
    return done.splice(0);
  };
  return { work, endTurn, deferred };
}

test('Q5 callbacks run in order, in each turn until its time is over, and a long one alone', () => {
  const { work, endTurn, deferred } = createTurns();
  for (const name of ['a', 'b', 'c']) work(name, 1);
  work('long', 10);
  work('d', 0);
  expect(endTurn()).toEqual(['a', 'b']);
  expect(endTurn()).toEqual(['c', 'long']);
  expect(endTurn()).toEqual(['d']);
  expect(deferred, 'nothing waits').toEqual([]);
});

test('Q5 a callback that adds itself again runs after those that wait', () => {
  const { work, endTurn } = createTurns();
  work('a', 1, () => work('again', 0));
  work('b', 1);
  work('c', 1);
  expect(endTurn()).toEqual(['a', 'b']);
  expect(endTurn()).toEqual(['c', 'again']);
});
