import { DEFAULT_MAX_FILE_BYTES } from '@snug/protocol';
import { expect, test } from 'vitest';
import { formatSize } from './format-size.ts';

test.each([
  [0, '0 B'],
  [1, '1 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1_048_575, '1 MB'],
  [DEFAULT_MAX_FILE_BYTES, '4.9 MB'],
  [5 * 1024 ** 2, '5 MB'],
  [1.5 * 1024 ** 3, '1.5 GB'],
  [2048 * 1024 ** 3, '2048 GB'],
])('formats %i bytes as %s', (bytes, expected) => {
  expect(formatSize(bytes)).toBe(expected);
});
