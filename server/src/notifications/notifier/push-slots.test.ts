import { expect, test } from 'vitest';
import { PushSlots } from './push-slots.ts';
import { ROOM_SLOTS } from './push-topics.ts';

const AT = 1_000;

function createRow(roomId: string, slot: number, at = AT) {
  return { roomId, seq: 1, at, slot };
}

test('PN4 two servers that choose for different rooms at the same time rarely choose the same topic', () => {
  const slots = ['a', 'b', 'c'].map(roomId => new PushSlots().take('ben', roomId, [], AT));
  expect(new Set(slots).size).toBe(ROOM_SLOTS.length);
});

test('PN4 a room whose topic another room has, too, takes a free one with its next push', () => {
  const slots = new PushSlots();
  const shared = [createRow('a', 0), createRow('b', 0)];
  const moved = slots.take('ben', 'a', shared, AT);
  expect(moved).not.toBe(0);
  slots.release('ben', 'a');
  expect(slots.take('ben', 'a', [createRow('a', moved), createRow('b', 0)], AT)).toBe(moved);
});

test('PN4 without a free topic, a room keeps its own, and a further one takes that of the oldest push', () => {
  const rows = [createRow('a', 0, 3), createRow('b', 1, 1), createRow('c', 2, 2), createRow('d', 0, 4)];
  expect(new PushSlots().take('ben', 'a', rows, AT)).toBe(0);
  expect(new PushSlots().take('ben', 'e', rows, AT)).toBe(1);
});
