import { globSync } from 'node:fs';
import { listFirstFiles, measureGzip, WEB_DIST } from '@snug/testkit/first-load.ts';
import { expect, test } from './fixtures.ts';

const FIRST_LOAD_BYTES = 137_000;
const LATER_CHUNK_BYTES = 60_000;
/** LAME in WebAssembly, which loads with the first recording. */
const MP3_ENCODER_BYTES = 155_000;

const isCode = (path: string) => /\.(?:js|css)$/.test(path);

test('scripts and styles up to the first room are at most 137 kB', () => {
  const sizes = listFirstFiles().filter(isCode).map(measureGzip);
  expect(sizes.length).toBeGreaterThan(3);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(FIRST_LOAD_BYTES);
});

test('chunks that load later are at most 60 kB, except the MP3 encoder', () => {
  const first = new Set(listFirstFiles());
  const later = globSync('assets/*', { cwd: WEB_DIST }).filter(path => isCode(path) && !first.has(path));
  expect(later.length).toBeGreaterThan(10);
  const tooLarge = later.filter(
    path => measureGzip(path) > (path.includes('mp3-encoder') ? MP3_ENCODER_BYTES : LATER_CHUNK_BYTES),
  );
  expect(tooLarge).toEqual([]);
});
