import { expect, test } from 'vitest';
import { addMarks, MAX_MARKS } from './marks.ts';

test('the oldest marks beyond the limit are forgotten, but not those that a view watches', () => {
  const full = new Map(Array.from({ length: MAX_MARKS }, (_, index) => [`${index}`, index]));
  const renewed = addMarks(full, [['1', 1]]);
  expect([renewed.size, [...renewed.keys()].at(-1)]).toEqual([MAX_MARKS, '1']);
  const added = addMarks(
    renewed,
    [
      ['a', 0],
      ['b', 0],
    ],
    key => key === '0',
  );
  expect(added.size).toBe(MAX_MARKS);
  const known = ['0', '1', '2', '3', '4', 'a', 'b'].filter(key => added.has(key));
  expect(known.join('')).toBe('014ab');
});
