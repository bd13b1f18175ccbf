import { expect, test } from 'vitest';
import { type Flushable, WriteScheduler } from './write-scheduler.ts';

interface SchedulerSetup {
  flushMs: number;
  frames?: number;
  turn?: (() => void)[];
}

/** A scheduler with a fake clock, in which each flush takes `flushMs`. */
function createWriteScheduler({ flushMs, frames = 2, turn = [] }: SchedulerSetup) {
  const clock = { now: 1_000 };
  const timers: { run: () => void; ms: number }[] = [];
  const flushed: string[] = [];
  const scheduler = new WriteScheduler({
    now: () => clock.now,
    defer: run => turn.push(run),
    setTimer: (run, ms) => timers.push({ run, ms }),
  });
  const createMember = (name: string) => ({
    flush: () => {
      clock.now += flushMs;
      flushed.push(name);
      return frames;
    },
  });
  const members = new Map<string, Flushable>();
  const join = (name: string) => {
    const member = members.get(name) ?? createMember(name);
    members.set(name, member);
    scheduler.enqueue(member);
  };
  const endTurn = () => turn.splice(0).forEach(run => run());
  return { clock, timers, flushed, join, endTurn };
}

test('H6 without load, a round runs at the end of the turn', () => {
  const { clock, timers, flushed, join, endTurn } = createWriteScheduler({ flushMs: 2 });
  for (const seq of [1, 2, 3]) {
    join(`message ${seq}`);
    endTurn();
    expect(flushed).toHaveLength(seq);
    clock.now += 15;
  }
  expect(timers).toEqual([]);
});

test('H6 if a delay would collect nothing, there is none, even with many writes', () => {
  const { timers, flushed, join, endTurn } = createWriteScheduler({ flushMs: 1, frames: 1 });
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const name of names) {
    join(name);
    endTurn();
  }
  expect(flushed).toEqual(names);
  expect(timers).toEqual([]);
});

test('H6 after a round with more than one frame per write, the next waits six times its duration, with all members that join meanwhile', () => {
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

test('H6 frames that collected before the round cause no delay', () => {
  const { clock, timers, join, endTurn } = createWriteScheduler({ flushMs: 1 });
  join('before');
  endTurn();
  clock.now += 200;
  for (let index = 0; index < 10; index++) join(`member ${index}`);
  endTurn();
  join('after');
  expect(timers).toEqual([]);
});

test('H6 a round of members that have already written causes no delay', () => {
  const { timers, join, endTurn } = createWriteScheduler({ flushMs: 1, frames: 0 });
  for (const name of ['a', 'b', 'c']) {
    join(name);
    endTurn();
  }
  expect(timers).toEqual([]);
});

test('H6 the delay after a round is at most 50 ms', () => {
  const { timers, join, endTurn } = createWriteScheduler({ flushMs: 700, frames: 50 });
  for (const name of ['a', 'b']) {
    join(name);
    endTurn();
  }
  join('c');
  expect(timers.map(({ ms }) => ms)).toEqual([50]);
});

test('H6 a member that joins several times before a round is flushed once', () => {
  const { flushed, join, endTurn } = createWriteScheduler({ flushMs: 1 });
  for (const name of ['a', 'a', 'b', 'a']) join(name);
  endTurn();
  expect(flushed).toEqual(['a', 'b']);
  endTurn();
  expect(flushed).toEqual(['a', 'b']);
});

test('H6 a member that joins during a round is in the next', () => {
  const { flushed, join, endTurn } = createWriteScheduler({ flushMs: 1 });
  join('a');
  join('b');
  endTurn();
  join('a');
  endTurn();
  expect(flushed).toEqual(['a', 'b', 'a']);
});

test('H6 a large round yields to other work after each hundred flushes', () => {
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

test('H6 a round with slow writes yields to other work after each 4 ms', () => {
  const { flushed, join, endTurn } = createWriteScheduler({ flushMs: 2 });
  for (let index = 0; index < 5; index++) join(`member ${index}`);
  for (const count of [2, 4, 5]) {
    endTurn();
    expect(flushed).toHaveLength(count);
  }
});

test('H6 rounds of two schedulers alternate: no member waits for the whole round of the other', () => {
  const turn: (() => void)[] = [];
  const [roomEvents, background] = [
    createWriteScheduler({ flushMs: 0.01, turn }),
    createWriteScheduler({ flushMs: 0.01, turn }),
  ];
  for (let index = 0; index < 300; index++) background.join(`member ${index}`);
  background.endTurn();
  roomEvents.join('reader');
  roomEvents.endTurn();
  expect([roomEvents.flushed, background.flushed.length]).toEqual([['reader'], 200]);
});
