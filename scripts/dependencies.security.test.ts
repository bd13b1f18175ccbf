import { expect, test } from 'vitest';
import { listedIn, unexplained, unpinned, untrusted } from './dependencies.ts';

test('a version that another could take the place of is not pinned', () => {
  const ranges = [
    '^1.2.3',
    '~1.2.3',
    '1.2',
    '1.x',
    '*',
    'latest',
    '>=1.2.3',
    'npm:other@1.2.3',
    'github:a/b',
    '',
  ];
  for (const range of ranges)
    expect(unpinned({ path: 'p', devDependencies: { a: range } })).toEqual([
      `p: a is not pinned to one version (${range})`,
    ]);
  const exact = { a: '1.2.3', b: '1.0.0-rc.1' };
  expect(unpinned({ path: 'p', dependencies: exact, overrides: exact })).toEqual([]);
  expect(unpinned({ path: 'p', overrides: { a: '^1.0.0' }, optionalDependencies: { b: '1' } })).toHaveLength(
    2,
  );
});

test('what is used in production has a reason, and what has a reason is used', () => {
  const table = '| package | why |\n| --- | --- |\n| `a` | needed |\n| `@b/c` | `a` needs it |\n';
  const manifest = { path: 'p', dependencies: { a: '1.0.0', '@b/c': '1.0.0', '@snug/protocol': '0.1.0' } };
  expect(listedIn(table)).toEqual(['a', '@b/c']);
  expect(unexplained([manifest], listedIn(table))).toEqual([]);
  const more = { path: 'p', dependencies: { a: '1.0.0', evil: '1.0.0' }, devDependencies: { d: '1.0.0' } };
  expect(unexplained([more], listedIn(table))).toEqual([
    'evil has no reason',
    '@b/c has a reason, and is not used',
  ]);
});

test('what would run when it is installed, and what has no checksum, is found', () => {
  const locked = {
    '': {},
    server: {},
    'node_modules/@snug/server': { link: true },
    'node_modules/a': { integrity: 'sha512-x' },
    'server/node_modules/b': { integrity: 'sha512-x', hasInstallScript: true },
    'node_modules/c': {},
  };
  expect(untrusted(locked)).toEqual([
    'server/node_modules/b has an install script',
    'node_modules/c has no checksum',
  ]);
});
