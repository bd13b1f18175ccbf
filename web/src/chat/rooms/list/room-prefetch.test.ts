import { expect, test } from 'vitest';
import { RoomPrefetch } from './room-prefetch.ts';

function createPrefetch() {
  const prefetched: string[] = [];
  let due: { run: () => void; at: number } | undefined;
  let now = 0;
  const prefetch = new RoomPrefetch({
    prefetch: roomId => prefetched.push(roomId),
    setTimer: (run, ms) => {
      const timer = { run, at: now + ms };
      due = timer;
      return () => {
        if (due === timer) due = undefined;
      };
    },
  });
  const wait = (ms: number) => {
    now += ms;
    if (!due || due.at > now) return;
    const { run } = due;
    due = undefined;
    run();
  };
  return { prefetch, prefetched, wait };
}

test.for([
  { rows: 3, ms: 59 },
  { rows: 500, ms: 10 },
])('a pointer or a key that passes $rows rows in $ms ms each prepares only the last', ({ rows, ms }) => {
  const { prefetch, prefetched, wait } = createPrefetch();
  for (let row = 1; row <= rows; row++) {
    prefetch.rest(`room-${row}`);
    wait(ms);
  }
  expect(prefetched).toEqual([]);
  wait(60);
  expect(prefetched).toEqual([`room-${rows}`]);
});

test('a row prepares its room once, however the pointer moves within it', () => {
  const { prefetch, prefetched, wait } = createPrefetch();
  for (let move = 0; move < 10; move++) {
    prefetch.rest('attic');
    wait(20);
  }
  expect(prefetched).toEqual(['attic']);
});

test('a row that the pointer leaves in time prepares nothing, and one that it presses at once', () => {
  const { prefetch, prefetched, wait } = createPrefetch();
  prefetch.rest('attic');
  wait(30);
  prefetch.rest(undefined);
  wait(100);
  expect(prefetched).toEqual([]);
  prefetch.rest('barn');
  prefetch.press('barn');
  expect(prefetched).toEqual(['barn']);
  wait(100);
  expect(prefetched).toEqual(['barn']);
});
