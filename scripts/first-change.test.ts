import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from './run.mjs';

const DIFF = /```diff\n(.*?\n)```/s;
const CHANGED_FILE = /^\+\+\+ b\/(.+)$/gm;

/** The workspaces that the diff changes. */
const COPIED = ['protocol', 'server'];
/** They import all tables that need a row for each command. */
const ENTRIES = ['server/src/main.ts', 'server/src/testing/command-cases/command-cases.ts'];

test('the diff of the first change applies, and its types are right', () => {
  const [, diff = ''] = DIFF.exec(readFileSync(join(ROOT, 'docs/first-change.md'), 'utf8')) ?? [];
  expect(run(ROOT, 'git', ['apply', '--check', '-'], diff)).toEqual({ status: 0, output: '' });
  // The compiler reads the whole server.
  if (!IS_WIDE) return;

  const folder = createCopy();
  expect(run(folder, 'git', ['apply', '-'], diff)).toEqual({ status: 0, output: '' });
  const files = [...ENTRIES, ...[...diff.matchAll(CHANGED_FILE)].map(([, path]) => path)];
  const project = { extends: './tsconfig.json', include: [], files };
  writeFileSync(join(folder, 'changed.json'), JSON.stringify(project));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const args = [compiler, '-p', 'changed.json', '--checkers', '1'];
  expect(run(folder, process.execPath, args)).toEqual({ status: 0, output: '' });
});

/** A folder with copies of the changed workspaces. It shares everything else with this checkout. */
function createCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'snug-first-change-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const filter = (path: string) => !['node_modules', 'dist'].includes(basename(path));
  for (const name of [...COPIED, 'package.json', 'tsconfig.json', 'tsconfig.base.json'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter });
  linkEntries(folder, 'node_modules', ['@snug']);
  linkEntries(folder, 'node_modules/@snug', COPIED);
  linkEntries(folder, 'server/node_modules');
  for (const name of COPIED) symlinkSync(join(folder, name), join(folder, 'node_modules/@snug', name));
  return folder;
}

function linkEntries(folder: string, path: string, without: readonly string[] = []): void {
  mkdirSync(join(folder, path));
  for (const name of readdirSync(join(ROOT, path)))
    if (!without.includes(name)) symlinkSync(join(ROOT, path, name), join(folder, path, name));
}

function run(folder: string, program: string, args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, input, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}
