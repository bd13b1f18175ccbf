import { globSync } from 'node:fs';
import { listFirstFiles, measureGzip, WEB_DIST } from '@snug/testkit/first-load.ts';
import { expect, test } from './fixtures.ts';

const FIRST_LOAD_BYTES = 150_000;
const LATER_CHUNK_BYTES = 60_000;
/** LAME, which loads with the first recording. */
const WASM_BYTES = 67_000;

const isCode = (path: string) => /\.(?:js|css|wasm)$/.test(path);

test('scripts and styles up to the first room are at most 150 kB', () => {
  const sizes = listFirstFiles().filter(isCode).map(measureGzip);
  expect(sizes.length).toBeGreaterThan(3);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(FIRST_LOAD_BYTES);
});

test('chunks that load later are at most 60 kB, and the WebAssembly of the MP3 encoder 67 kB', () => {
  const first = new Set(listFirstFiles());
  const later = globSync('assets/*', { cwd: WEB_DIST }).filter(path => isCode(path) && !first.has(path));
  expect(later.length).toBeGreaterThan(10);
  const tooLarge = later.filter(
    path => measureGzip(path) > (path.endsWith('.wasm') ? WASM_BYTES : LATER_CHUNK_BYTES),
  );
  expect(tooLarge).toEqual([]);
});
