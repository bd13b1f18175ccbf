import { expect, test } from 'vitest';
import { Incarnation } from './incarnation.ts';

function createClocks() {
  const clock = { now: Date.UTC(2026, 0, 1), steady: 0 };
  const incarnation = new Incarnation({ now: () => clock.now, steadyNow: () => clock.steady });
  return { clock, incarnation };
}

test('L6 each process has an incarnation of its own', () => {
  const names = [createClocks(), createClocks()].map(({ incarnation }) => incarnation.current());
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(/^[\w-]{12}$/);
});

test('L6 passing time and small clock corrections do not begin a new incarnation', () => {
  const { clock, incarnation } = createClocks();
  const first = incarnation.current();
  for (const drift of [0, 10_000, -10_000, 9_000]) {
    clock.now += 3_600_000 + drift;
    clock.steady += 3_600_000;
    expect(incarnation.current()).toBe(first);
  }
});

test('L6 a clock jump of more than 10 s, in either direction, begins one new incarnation', () => {
  const { clock, incarnation } = createClocks();
  const names = [0, 10_001, 0, -10_001].map(jump => {
    clock.now += jump;
    return incarnation.current();
  });
  expect(new Set(names).size).toBe(3);
  expect(names[1]).toBe(names[2]);
});
