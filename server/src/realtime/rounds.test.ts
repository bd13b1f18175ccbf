import { expect, test } from 'vitest';
import { Rounds } from './rounds.ts';

/** Rounds in a time of the test's own, in which each flush takes a while. */
function someRounds({ flushMs, frames = 2 }: { flushMs: number; frames?: number }) {
  const clock = { now: 1_000 };
  const turn: (() => void)[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const flushed: string[] = [];
  const rounds = new Rounds({
    now: () => clock.now,
    defer: run => turn.push(run),
    setTimer: (run, ms) => timers.push({ run, ms }),
  });
  const join = (name: string) =>
    rounds.join({
      flush: () => {
        clock.now += flushMs;
        flushed.push(name);
        return frames;
      },
    });
  const endTurn = () => turn.splice(0).forEach(run => run());
  return { clock, timers, flushed, join, endTurn };
}

test('H6 where all is quiet, a round is at the end of the turn', () => {
  const { clock, timers, flushed, join, endTurn } = someRounds({ flushMs: 2 });
  for (const seq of [1, 2, 3]) {
    join(`message ${seq}`);
    endTurn();
    expect(flushed).toHaveLength(seq);
    clock.now += 12;
  }
  expect(timers).toEqual([]);
});

test('H6 where a rest would gather nothing there is none, however many are told', () => {
  const { timers, flushed, join, endTurn } = someRounds({ flushMs: 1, frames: 1 });
  for (const name of ['a', 'b', 'c']) join(name);
  endTurn();
  join('d');
  endTurn();
  expect(flushed).toEqual(['a', 'b', 'c', 'd']);
  expect(timers).toEqual([]);
});

test('H6 after a round that told more than one thing there is none for six times as long, and who joins meanwhile is in the next', () => {
  const { clock, timers, flushed, join, endTurn } = someRounds({ flushMs: 1 });
  for (const name of ['a', 'b', 'c']) join(name);
  endTurn();
  clock.now += 5;
  for (const name of ['d', 'e']) join(name);
  endTurn();
  expect(flushed).toEqual(['a', 'b', 'c']);
  expect(timers.map(({ ms }) => ms)).toEqual([3 * 6 - 5]);
  timers[0]?.run();
  expect(flushed).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('H6 a round of members who have written already is no reason to rest', () => {
  const { timers, join, endTurn } = someRounds({ flushMs: 1, frames: 0 });
  join('a');
  endTurn();
  join('b');
  expect(timers).toEqual([]);
});

test('H6 however long a round takes, the next begins 50 ms after it at the latest', () => {
  const { timers, join, endTurn } = someRounds({ flushMs: 700 });
  join('a');
  endTurn();
  join('b');
  expect(timers.map(({ ms }) => ms)).toEqual([50]);
});

test('H6 whoever joins during a round is in the next', () => {
  const { timers, flushed, join, endTurn } = someRounds({ flushMs: 1 });
  join('a');
  join('b');
  endTurn();
  join('a');
  expect(timers).toHaveLength(1);
  timers[0]?.run();
  expect(flushed).toEqual(['a', 'b', 'a']);
});
