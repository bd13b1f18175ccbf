import { expect, test } from 'vitest';
import { TestClock } from '../../testing/test-clock.ts';
import { REST_MS, RestQueue, SHORT_REST_MS } from './rest-queue.ts';

function createSetup() {
  const time = new TestClock();
  const main = { busyMs: 0 };
  const rests = new RestQueue({ clock: time.clock, busyNow: () => main.busyMs });
  const ended: string[] = [];
  const rest = (name: string) => void rests.rest().then(() => ended.push(name));
  const pass = async (ms: number) => {
    // The timers of what was asked before.
    await new Promise(setImmediate);
    time.advance(ms);
    await new Promise(setImmediate);
    return ended.splice(0);
  };
  return { main, rest, pass };
}

test('PN1 a turn rests after it kept the main thread busy, not before', async () => {
  const { main, rest, pass } = createSetup();
  rest('first');
  expect(await pass(0)).toEqual([]);
  expect(await pass(REST_MS)).toEqual(['first']);
  main.busyMs += 0.1;
  rest('soon');
  expect(await pass(0)).toEqual(['soon']);
  main.busyMs += 0.1;
  rest('late');
  expect(await pass(REST_MS - 1)).toEqual([]);
  expect(await pass(1)).toEqual(['late']);
});

test('PN1 turns of several rooms rest one after the other', async () => {
  const { main, rest, pass } = createSetup();
  main.busyMs = 1;
  rest('one');
  rest('other');
  expect(await pass(REST_MS)).toEqual(['one']);
  expect(await pass(REST_MS)).toEqual(['other']);
});

test('PN1 rests become short while nobody else keeps the main thread busy, and long again', async () => {
  const { main, rest, pass } = createSetup();
  /** How long each of some rests took, while others used the main thread for this share of the time. */
  const measure = async (count: number, share: number) => {
    const times: number[] = [];
    for (let done = 0; done < count; done++) {
      main.busyMs += 1;
      rest('');
      let ms = 0;
      for (let ended = await pass(0); ended.length === 0; ms++) {
        main.busyMs += share;
        ended = await pass(1);
      }
      times.push(ms);
    }
    return times;
  };
  expect(new Set(await measure(5, 0.5))).toEqual(new Set([REST_MS]));
  expect((await measure(30, 0)).at(-1)).toBe(SHORT_REST_MS);
  expect((await measure(30, 0.5)).at(-1)).toBe(REST_MS);
});
