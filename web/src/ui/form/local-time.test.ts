import { expect, test } from 'vitest';
import { formatLocalTime, parseLocalTime } from './local-time.ts';

test('a time is parsed as it was formatted, and anything else is none', () => {
  const at = new Date('2026-02-03T04:05').getTime();
  expect(parseLocalTime(formatLocalTime(at))).toBe(at);
  for (const text of ['', '2026-02-03', 'tomorrow', '2026-99-99T99:99'])
    expect(parseLocalTime(text)).toBeUndefined();
});
