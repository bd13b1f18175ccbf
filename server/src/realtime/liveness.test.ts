import { expect, test } from 'vitest';
import { Liveness } from './liveness.ts';

/** As much as a slow line delivers in 60 s. */
const MINUTE_BYTES = 480_000;

test('H1 a silent line is dead after 25 s', () => {
  const liveness = new Liveness(0);
  expect([liveness.isTimedOut(25_000), liveness.isTimedOut(25_001)]).toEqual([false, true]);
});

test('H1 a frame that the client sent before it received the written bytes does not shorten their time', () => {
  const liveness = new Liveness(0);
  liveness.onWrite(MINUTE_BYTES);
  liveness.onReceive(1_000);
  expect([liveness.isTimedOut(86_000), liveness.isTimedOut(86_001)]).toEqual([false, true]);
});

test('H1 a pong ends the time for the bytes before its ping, and only for these', () => {
  const liveness = new Liveness(0);
  liveness.onPing();
  liveness.onWrite(MINUTE_BYTES);
  liveness.onPing();
  liveness.onPong(10_000);
  expect(liveness.isTimedOut(95_000)).toBe(false);
  liveness.onPong(60_000);
  expect([liveness.isTimedOut(85_000), liveness.isTimedOut(85_001)]).toEqual([false, true]);
});

test('H1 a pong without a ping proves that the line lives, and nothing about bytes', () => {
  const liveness = new Liveness(0);
  liveness.onWrite(MINUTE_BYTES);
  liveness.onPong(1_000);
  expect(liveness.isTimedOut(86_000)).toBe(false);
});

test('H1 bytes in flight extend the timeout by 2 min at most', () => {
  const liveness = new Liveness(0);
  liveness.onWrite(100 * MINUTE_BYTES);
  expect([liveness.isTimedOut(145_000), liveness.isTimedOut(145_001)]).toEqual([false, true]);
});

test('H1 a connection that the server does not read is not silent for two minutes, and then until something arrives', () => {
  const liveness = new Liveness(0);
  const beat = (now: number) => {
    liveness.onHeldUp(now);
    return liveness.isTimedOut(now);
  };
  expect([10_000, 20_000, 120_000, 130_000].map(beat)).toEqual([false, false, false, false]);
  expect([150_000, 155_001].map(beat)).toEqual([false, true]);
  liveness.onReceive(156_000);
  expect([160_000, 280_000].map(beat)).toEqual([false, false]);
});
