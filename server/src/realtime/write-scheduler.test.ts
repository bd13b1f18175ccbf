import { expect, test } from 'vitest';
import { WriteScheduler } from './write-scheduler.ts';

interface SchedulerSetup {
  flushMs: number;
  frames?: number;
  /** What is deferred, where others defer as well. */
  turn?: (() => void)[];
}

/** Rounds in a time of the test's own, in which each flush takes a while. */
function createWriteScheduler({ flushMs, frames = 2, turn = [] }: SchedulerSetup) {
  const clock = { now: 1_000 };
  const timers: { run: () => void; ms: number }[] = [];
  const flushed: string[] = [];
  const rounds = new WriteScheduler({
    now: () => clock.now,
    defer: run => turn.push(run),
    setTimer: (run, ms) => timers.push({ run, ms }),
  });
  const join = (name: string) =>
    rounds.enqueue({
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
  const { clock, timers, flushed, join, endTurn } = createWriteScheduler({ flushMs: 2 });
  for (const seq of [1, 2, 3]) {
    join(`message ${seq}`);
    endTurn();
    expect(flushed).toHaveLength(seq);
    clock.now += 15;
  }
  expect(timers).toEqual([]);
});

test('H6 where a rest would gather nothing there is none, however many are told', () => {
  const { timers, flushed, join, endTurn } = createWriteScheduler({ flushMs: 1, frames: 1 });
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const name of names) {
    join(name);
    endTurn();
  }
  expect(flushed).toEqual(names);
  expect(timers).toEqual([]);
});

test('H6 after rounds that told more than one thing there is none for six times as long, and who joins meanwhile is in the next', () => {
  const { clock, timers, flushed, join, endTurn } = createWriteScheduler({ flushMs: 1 });
  join('first');
  endTurn();
  for (const name of ['a', 'b', 'c']) join(name);
  endTurn();
  clock.now += 5;
  for (const name of ['d', 'e']) join(name);
  endTurn();
  expect(flushed).toEqual(['first', 'a', 'b', 'c']);
  expect(timers.map(({ ms }) => ms)).toEqual([3 * 6 - 5]);
  timers[0]?.run();
  expect(flushed).toEqual(['first', 'a', 'b', 'c', 'd', 'e']);
});

test('H6 what gathered while nothing could be done is no reason to rest', () => {
  const { clock, timers, join, endTurn } = createWriteScheduler({ flushMs: 1 });
  join('before');
  endTurn();
  clock.now += 200;
  for (let index = 0; index < 10; index++) join(`member ${index}`);
  endTurn();
  join('after');
  expect(timers).toEqual([]);
});

test('H6 a round of members who have written already is no reason to rest', () => {
  const { timers, join, endTurn } = createWriteScheduler({ flushMs: 1, frames: 0 });
  for (const name of ['a', 'b', 'c']) {
    join(name);
    endTurn();
  }
  expect(timers).toEqual([]);
});

test('H6 however long a round takes, the next begins 50 ms after it at the latest', () => {
  const { timers, join, endTurn } = createWriteScheduler({ flushMs: 700, frames: 50 });
  for (const name of ['a', 'b']) {
    join(name);
    endTurn();
  }
  join('c');
  expect(timers.map(({ ms }) => ms)).toEqual([50]);
});

test('H6 whoever joins during a round is in the next', () => {
  const { flushed, join, endTurn } = createWriteScheduler({ flushMs: 1 });
  join('a');
  join('b');
  endTurn();
  join('a');
  endTurn();
  expect(flushed).toEqual(['a', 'b', 'a']);
});

test('H6 a round of very many lets others have their turn after each hundred', () => {
  const { flushed, join, endTurn } = createWriteScheduler({ flushMs: 0.01, frames: 1 });
  for (let index = 0; index < 250; index++) join(`member ${index}`);
  for (const count of [100, 200]) {
    endTurn();
    expect(flushed).toHaveLength(count);
    join(`late ${count}`);
  }
  endTurn();
  expect(flushed.slice(200)).toEqual(Array.from({ length: 50 }, (_, index) => `member ${200 + index}`));
  endTurn();
  expect(flushed.slice(250)).toEqual(['late 100', 'late 200']);
});

test('H6 a round whose writes take long lets others have their turn after each 4 ms', () => {
  const { flushed, join, endTurn } = createWriteScheduler({ flushMs: 2 });
  for (let index = 0; index < 5; index++) join(`member ${index}`);
  for (const count of [2, 4, 5]) {
    endTurn();
    expect(flushed).toHaveLength(count);
  }
});

test('H6 rounds of two kinds take turns: nobody waits for all of a crowd of the other kind', () => {
  const turn: (() => void)[] = [];
  const [said, listed] = [
    createWriteScheduler({ flushMs: 0.01, turn }),
    createWriteScheduler({ flushMs: 0.01, turn }),
  ];
  for (let index = 0; index < 300; index++) listed.join(`member ${index}`);
  listed.endTurn();
  said.join('reader');
  said.endTurn();
  expect([said.flushed, listed.flushed.length]).toEqual([['reader'], 200]);
});
