import { expect, test } from 'vitest';
import { Progress } from './progress.ts';

function watch() {
  const lines: string[] = [];
  const clock = { now: 0 };
  const write = (text: string) => void lines.push(text.replace('\r\u001B[K', ''));
  return { lines, clock, progress: new Progress({ now: () => clock.now, write }) };
}

test('the remaining time follows from the share that is done', () => {
  const { lines, clock, progress } = watch();
  for (const [at, share] of [
    [1_000, 0.1],
    [30_000, 0.25],
    [30_100, 0.26],
    [60_000, 0.25],
  ] as const) {
    clock.now = at;
    progress.show('5 messages', share);
  }
  progress.end();
  expect(lines).toEqual([
    '10 %, 5 messages',
    '25 %, 5 messages, 2 min left',
    '25 %, 5 messages, 3 min left',
    '',
  ]);
});

test('without a share, it only counts, and without a terminal, it writes nothing', () => {
  const { lines, clock, progress } = watch();
  clock.now = 5_000;
  progress.show('5 messages');
  expect(lines).toEqual(['5 messages']);
  new Progress({ now: () => 0, write: undefined }).show('x', 0.5);
});
