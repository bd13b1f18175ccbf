import { assert, nat, property, stringMatching } from 'fast-check';
import { expect, test } from 'vitest';
import { parseRange } from './byte-range.ts';

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=5-', { start: 5, end: 9 }],
  ['bytes=5-99', { start: 5, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  [' bytes= 1 - 2', 'none'],
  ['bytes= 1-2 ', { start: 1, end: 2 }],
  ['bytes=0-1,99-', { start: 0, end: 1 }],
  ['bytes=10-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=-', 'none'],
  ['bytes=2-1', 'none'],
  ['bytes=', 'none'],
  ['bytes=a-b', 'none'],
  ['bytes=0-1,3-4', undefined],
  ['lines=0-1', undefined],
  [undefined, undefined],
])('F3 of ten bytes, %s asks for %o', (header, range) => {
  expect(parseRange(header, 10)).toEqual(range);
});

test('F3 an empty object has no range', () => {
  for (const header of ['bytes=0-', 'bytes=0-0', 'bytes=-1']) expect(parseRange(header, 0)).toBe('none');
});

test('F3 every parsed range lies within the object', () => {
  const header = stringMatching(/^bytes=[-,0-9 ]*$/);
  assert(
    property(header, nat(100), (text, size) => {
      const range = parseRange(text, size);
      if (range === undefined || range === 'none') return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeGreaterThanOrEqual(range.start);
      expect(range.end).toBeLessThan(size);
    }),
  );
});
