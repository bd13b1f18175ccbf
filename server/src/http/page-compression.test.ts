import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { acceptsEncoding, createPageCompressor } from './page-compression.ts';

const FRAME = '<!doctype html><p>frame</p>'.repeat(50);
const page = createPageCompressor(FRAME);

test.each([0, 1, 65_535, 65_536, 200_000])(
  'a page with %i more bytes decompresses to the original',
  length => {
    const rest = 'é'.repeat(Math.floor(length / 2)) + 'x'.repeat(length % 2);
    expect(gunzipSync(page(rest)).toString()).toBe(FRAME + rest);
  },
);

test('K5 the frame is compressed, and its length does not depend on the inserted data', () => {
  const alike = `<script>${'<!doctype html><p>frame</p>'.repeat(40)}</script>`;
  const other = Array.from({ length: alike.length }, (_, index) =>
    String.fromCodePoint(33 + ((index * 37) % 90)),
  ).join('');
  expect(page('').length).toBeLessThan(FRAME.length / 4);
  expect(page(alike)).toHaveLength(page(other).length);
  expect(page(alike).includes(alike), 'it stands there as it is').toBe(true);
});

test.each([
  ['gzip, deflate, br, zstd', true],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', true],
  ['gzip;q=0', false],
  ['gzip; q=0.0, br', false],
  ['br', false],
  [undefined, false],
])('Accept-Encoding: %s takes gzip: %s', (accepted, takes) => {
  expect(acceptsEncoding(accepted, 'gzip')).toBe(takes);
});

test.each([
  ['gzip, deflate, br, zstd', true],
  ['gzip, br;q=0', false],
  ['brotli', false],
])('Accept-Encoding: %s takes br: %s', (accepted, takes) => {
  expect(acceptsEncoding(accepted, 'br')).toBe(takes);
});
