import type { RoomEvent } from '@snug/protocol';
import { expect, test } from 'vitest';
import { ReorderBudget, ReorderBuffer } from './reorder-buffer.ts';

function createEvent(seq: number, text = ''): RoomEvent {
  return { type: 'room_edited', seq, room: { name: text } } as unknown as RoomEvent;
}

function fill(buffer: ReorderBuffer, count: number, text?: string): void {
  for (let seq = 2; seq < count + 2; seq++) buffer.add(createEvent(seq, text));
}

test('all buffers together hold at most 5,000 events, and room is free again after a take', () => {
  const budget = new ReorderBudget();
  const [first, second] = [new ReorderBuffer(budget), new ReorderBuffer(budget)];
  fill(first, 4_990);
  fill(second, 20);
  expect([first.size, second.size]).toEqual([4_990, 10]);
  first.take(2);
  fill(second, 20);
  expect(second.size).toBe(11);
});

test('all buffers together hold at most 8 MB', () => {
  const buffer = new ReorderBuffer(new ReorderBudget());
  fill(buffer, 20, 'x'.repeat(1024 * 1024));
  expect(buffer.size).toBe(7);
});

test('an event that comes twice counts once', () => {
  const buffer = new ReorderBuffer(new ReorderBudget());
  for (let times = 0; times < 2; times++) fill(buffer, 3_000);
  fill(buffer, 6_000);
  expect(buffer.size).toBe(5_000);
  expect(buffer.takeUpTo(4).map(({ seq }) => seq)).toEqual([2, 3, 4]);
  fill(buffer, 6_000);
  expect(buffer.size).toBe(5_000);
});
