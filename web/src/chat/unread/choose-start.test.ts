import { expect, test } from 'vitest';
import { chooseStart } from './choose-start.ts';

const read = (unread: number, readSeq = 100) => ({ readSeq, unread });

test('without unread messages, or a read cursor, a room opens where it was left', () => {
  expect(chooseStart(read(0), undefined)).toBeUndefined();
  expect(chooseStart(read(0), { seq: 20 })).toBeUndefined();
  expect(chooseStart(undefined, { seq: 20 })).toBeUndefined();
});

test('with up to 15 unread messages a room opens at its end, and with more after what was read', () => {
  for (const saved of [undefined, { seq: 20 }, { seq: 100 }]) {
    expect(chooseStart(read(1), saved)).toBe('end');
    expect(chooseStart(read(15), saved)).toBe('end');
    expect(chooseStart(read(16), saved)).toBe(100);
    expect(chooseStart(read(100, 0), undefined)).toBe(0);
  }
});

test('a reader who left the room among its unread messages returns to them', () => {
  expect(chooseStart(read(40), { seq: 101 })).toBeUndefined();
  expect(chooseStart(read(5), { seq: 103 })).toBeUndefined();
});
