import { expect, test, vi } from 'vitest';
import { newId } from './ids.ts';

const VERSION_7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

test('ids are different UUIDs of version 7 in ascending order, even if the clock jumps back', () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000);
  const ids = Array.from({ length: 200 }, newId);
  clock.mockReturnValue(1_700_000_000_000);
  ids.push(...Array.from({ length: 200 }, newId));
  clock.mockRestore();
  expect(ids.filter(id => !VERSION_7.test(id))).toEqual([]);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Number.parseInt(ids[0]?.replaceAll('-', '').slice(0, 12) ?? '', 16)).toBe(1_800_000_000_000);
});
