import { expect, test } from 'vitest';
import { findAreaProblems, isProduct, type Layout, type Source } from './areas.ts';

const LAYOUT: Layout = { folder: 'house/src', areas: ['roof', 'room', 'cellar'], upward: {} };

function findProblems(sources: Readonly<Record<string, string>>, changes: Partial<Layout> = {}): string[] {
  const list: Source[] = Object.entries(sources).map(([path, text]) => ({ path, text }));
  return findAreaProblems({ ...LAYOUT, ...changes }, list);
}

test('an area imports itself, the areas below it and packages', () => {
  const imports =
    "import { a } from './a.ts';\nimport b from '../cellar/b.ts';\nimport c from '@snug/protocol';";
  expect(findProblems({ 'room/x.ts': imports, 'roof/deep/y.ts': "import '../../cellar/b.ts';" })).toEqual([]);
});

test.each([
  "import { a } from '../roof/a.ts';",
  "import {\n  a,\n  b,\n} from '../roof/a.ts';",
  "import type { A } from '../roof/a.ts';",
  "export { a } from '../roof/a.ts';",
  "const { a } = await import('../roof/a.ts');",
  "type A = typeof import('../roof/a.ts');",
  "import '../roof/a.ts';",
  "import text from '../roof/a.ts?raw';",
  '.box { composes: row from "../roof/a.ts"; }',
])('an import of an area above is wrong: %s', text => {
  expect(findProblems({ 'room/x.ts': text })).toEqual([
    'house/src/room/x.ts imports house/src/roof/a.ts, which is upwards',
  ]);
});

test('an import upwards needs a reason, and a reason an import', () => {
  const sources = { 'cellar/deep/x.tsx': "import { a } from '../../roof/a.ts';" };
  expect(findProblems(sources)).toHaveLength(1);
  const upward = { 'cellar -> roof': 'the chimney' };
  expect(findProblems(sources, { upward })).toEqual([]);
  expect(findProblems({ 'cellar/x.ts': '' }, { upward })).toEqual([
    'house/src: nothing imports cellar -> roof any more, so it needs no reason',
  ]);
});

test('an unknown area is wrong, with and without imports', () => {
  expect(findProblems({ 'shed/x.ts': '' })).toEqual(['house/src/shed is not in the list of areas']);
  expect(findProblems({ 'roof/x.ts': "import '../shed/x.ts';" })).toEqual([
    'house/src/roof/x.ts imports house/src/shed/x.ts, which is in no area',
  ]);
});

test('a file beside the areas imports all of them, and no area imports it', () => {
  expect(findProblems({ 'main.ts': "import './roof/a.ts';\nimport './start.ts';" })).toEqual([]);
  expect(findProblems({ 'roof/a.ts': "import '../main.ts';" })).toEqual([
    'house/src/roof/a.ts imports house/src/main.ts, which is above all areas',
  ]);
});

test('tests and their helpers import from everywhere', () => {
  const paths = [
    'room/x.test.ts',
    'room/x.server.test.ts',
    'room/x.test.tsx',
    'testing/x.ts',
    'room/testing/x.ts',
  ];
  expect(paths.filter(isProduct)).toEqual([]);
  expect(['room/x.ts', 'room/contesting/x.ts', 'room/test.css'].every(isProduct)).toBe(true);
});
