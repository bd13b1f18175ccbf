import { expect, test } from 'vitest';
import { createTable } from './table.ts';

test('counts the faults by kind and level, and those that npm test finds for sure', () => {
  const table = createTable([
    { kind: 'access', level: '1 unit tests of the folder' },
    { kind: 'page', level: '4 all unit tests' },
    { kind: 'page', level: '5 server tests' },
    { kind: 'page' },
  ]);
  expect(table.split('\n')).toEqual([
    'found by                      access    page     all',
    '1 unit tests of the folder         1       0       1',
    '2 unit tests of the area           0       0       0',
    '3 unit tests of the package        0       0       0',
    '4 all unit tests                   0       1       1',
    '5 server tests                     0       1       1',
    '6 browser tests                    0       0       0',
    'not found                          0       1       1',
    'faults                             1       3       4',
    '',
    'npm test finds at least 2 of 4 (50 %), with its unit tests.',
  ]);
});
