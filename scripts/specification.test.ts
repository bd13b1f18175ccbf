import { expect, test } from 'vitest';
import { findProblems, readRows } from './specification.ts';

const ROW =
  '| 4.2 a like is one of a person | `web/like.tsx` | `e2e/a.spec.ts` likes count <br> `b.test.ts` one |';
const KNOWN = [
  { file: 'e2e/a.spec.ts', name: 'likes count' },
  { file: 'b.test.ts', name: 'one' },
];

test('a row has a statement, its files and its tests', () => {
  expect(readRows(`# Title\n| statement | where | test |\n| --- | --- | --- |\n${ROW}\n`)).toEqual([
    { line: 4, statement: '4.2 a like is one of a person', places: ['web/like.tsx'], tests: KNOWN },
  ]);
});

test('a row whose files and tests all exist is right', () => {
  expect(readRows(ROW).flatMap(row => findProblems(row, KNOWN, () => true))).toEqual([]);
});

test('a row without a test, with a missing test or with a missing file is wrong', () => {
  const problems = (row: string, exists = true) =>
    readRows(row).flatMap(row => findProblems(row, KNOWN, () => exists));
  expect(problems('| 1 it works | `a.ts` | soon |')).toEqual(['has no test']);
  expect(problems('| 1 it works | `a.ts` | `b.test.ts` two |')).toEqual(['b.test.ts has no test "two"']);
  expect(problems('| 1 it works | `a.ts` | `b.test.ts` one |', false)).toEqual(['a.ts does not exist']);
  expect(problems('| 1 it works | somewhere | `b.test.ts` one |')).toEqual(['names no files']);
});

test('a name with variable parts matches by its fixed parts', () => {
  const known = [{ file: 'a.ts', name: 'axe is quiet, ${where} (${theme})' }];
  const problems = (name: string) =>
    readRows(`| 1 x | \`x\` | \`a.ts\` ${name} |`).flatMap(row => findProblems(row, known, () => true));
  expect(problems('axe is quiet, wide (dark)')).toEqual([]);
  expect(problems('axe is loud, wide (dark)')).toHaveLength(1);
});
