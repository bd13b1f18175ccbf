import { expect, test } from 'vitest';
import { SendBufferBudget } from './send-buffer-budget.ts';

const BOUNDS = { person: 10, address: 20, process: 30 };

type Socket = [uid: string, address: string, bytes: number];

/** `listWaiting` returns which of the sockets must wait. */
function createBudget(...sockets: Socket[]) {
  const budget = new SendBufferBudget(BOUNDS);
  const owners = sockets.map(([uid, address, bytes]) => {
    const owner = { uid, address };
    budget.set(owner, bytes);
    return owner;
  });
  return { budget, owners, listWaiting: () => owners.map(owner => budget.isExceeded(owner)) };
}

test('H8 within the limits of person, address and process no socket waits', () => {
  const { listWaiting } = createBudget(['ann', 'a', 10], ['ben', 'a', 10], ['cleo', 'b', 10]);
  expect(listWaiting()).toEqual([false, false, false]);
});

test('H8 if a person leaves too much unread, only their largest socket waits', () => {
  const { listWaiting } = createBudget(['ann', 'a', 9], ['ann', 'b', 2], ['ben', 'a', 9]);
  expect(listWaiting()).toEqual([true, false, false]);
});

test('H8 if an address leaves too much unread, only its largest socket waits', () => {
  const { listWaiting } = createBudget(['ann', 'a', 10], ['ben', 'a', 6], ['cleo', 'a', 5], ['dan', 'b', 9]);
  expect(listWaiting()).toEqual([true, false, false, false]);
});

test('H8 if all people together leave too much unread, only the largest socket waits', () => {
  const { budget, owners, listWaiting } = createBudget(
    ['ann', 'a', 10],
    ['ben', 'b', 7],
    ['cleo', 'c', 7],
    ['dan', 'd', 7],
  );
  expect(listWaiting()).toEqual([true, false, false, false]);
  budget.set(owners[1] as (typeof owners)[0], 8);
  expect(listWaiting()).toEqual([true, true, false, false]);
  budget.set(owners[0] as (typeof owners)[0], 6);
  expect(listWaiting()).toEqual([false, false, false, false]);
});

test('H8 sockets that are equally large all wait above the limit', () => {
  const { listWaiting } = createBudget(...['a', 'b', 'c', 'd'].map((name): Socket => [name, name, 8]));
  expect(listWaiting()).toEqual([true, true, true, true]);
});

test('H8 sockets without unread bytes use no memory', () => {
  const { budget, owners } = createBudget(['ann', 'a', 5], ['ben', 'a', 5]);
  for (const bytes of [5, 7, 0, 0]) for (const owner of owners) budget.set(owner, bytes);
  expect(budget.size).toBe(0);
});
