import type { MessageFile } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Row } from '../rows.ts';
import { countColumns, groupRows } from './picture-groups.ts';

const PICTURE = { contentType: 'image/png', width: 30, height: 20 } as MessageFile;

const author = { uid: 'ann' } as Row['author'];

function row(id: string, change: Partial<Row> = {}): Row {
  return { id, author, text: '', status: 'stored', startsRun: false, ...change } as Row;
}

test('groups consecutive pictures of a run', () => {
  const rows = [
    row('a', { file: PICTURE, startsRun: true }),
    row('b', { file: PICTURE }),
    row('c', { text: 'between' }),
    row('d', { file: PICTURE }),
    row('e', { file: PICTURE, startsRun: true }),
    row('f', { file: PICTURE, text: 'with words' }),
    row('g', { file: { contentType: 'text/plain' } as MessageFile }),
    row('h', { file: PICTURE, status: 'failed' }),
  ];
  expect(groupRows(rows).map(({ rows }) => rows.map(({ id }) => id).join(''))).toEqual([
    'ab',
    'c',
    'd',
    'e',
    'f',
    'g',
    'h',
  ]);
  expect(
    groupRows(rows).flatMap(({ rows }) => rows),
    'every row once, in order',
  ).toEqual(rows);
});

test('two and four pictures have two columns, more have three', () => {
  expect([2, 3, 4, 5, 9].map(countColumns)).toEqual([2, 3, 2, 3, 3]);
});
