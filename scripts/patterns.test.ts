import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expandChoices, requireFiles } from './patterns.ts';
import { ROOT } from './run.mjs';

test('each choice of a pattern is a pattern of its own', () => {
  expect(expandChoices('a/*.ts')).toEqual(['a/*.ts']);
  expect(expandChoices('a/{b,c/*}.test.ts')).toEqual(['a/b.test.ts', 'a/c/*.test.ts']);
  expect(expandChoices('{a,b}/{c,d}')).toEqual(['a/c', 'a/d', 'b/c', 'b/d']);
});

test('patterns that match files are returned as they are', () => {
  const patterns = ['scripts/{patterns,areas}.test.ts', 'scripts/!(engines)/*.ts', 'vitest.config.ts'];
  expect(requireFiles(patterns)).toEqual(patterns);
  expect(requireFiles(['*.test.ts'], join(ROOT, 'scripts'))).toEqual(['*.test.ts']);
});

test.each([
  ['a moved folder', 'server/src/moved/**/*.test.ts', 'server/src/moved/**/*.test.ts'],
  ['one of several folders', 'scripts/{mutants,moved}/*.ts', 'scripts/moved/*.ts'],
  ['one of several files', 'scripts/{patterns,renamed}.test.ts', 'scripts/renamed.test.ts'],
])('a pattern for %s that does not exist fails the run', (_, pattern, stale) => {
  expect(() => requireFiles(['vitest.config.ts', pattern])).toThrow(`no file matches ${stale}`);
});
