import { expect, test } from 'vitest';
import { toListing } from './file-listing.ts';

test('a picture that the page shows is listed among the pictures, and a huge one among the files', () => {
  const list = (width: number | null, height: number, more = {}) =>
    toListing({ file: { contentType: 'image/jpeg', size: 300_000, width, height, ...more } })[0];
  expect([list(8_064, 6_048), list(16_000, 2_600)]).toEqual(['picture', 'picture']);
  expect(list(null, 10)).toBe('file');
  expect(list(20_000, 20_000)).toBe('file');
  expect(list(10, 10, { size: 60_000_000 })).toBe('file');
  expect(list(8_000, 4_001, { contentType: 'image/gif' })).toBe('file');
});
