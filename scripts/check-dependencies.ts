import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type LockedPackages,
  listedIn,
  type Manifest,
  unexplained,
  unpinned,
  untrusted,
} from './dependencies.ts';
import { ROOT, say } from './run.mjs';

// Whatever is installed runs with all rights of Snug: each package is one version, and each has a reason.

const REASONS = 'docs/decisions/023-dependencies.md';
const IN_PRODUCTION = ['protocol', 'client', 'server', 'web'].map(folder => `${folder}/package.json`);

function read<Content>(path: string): Content {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Content;
}

const paths = globSync('{.,*,scripts/*}/package.json', { cwd: ROOT, exclude: ['node_modules/**'] });
const manifests = paths.map((path): Manifest => ({ ...read<Manifest>(path), path }));
const listed = listedIn(readFileSync(join(ROOT, REASONS), 'utf8'));
const locks = ['package-lock.json', 'scripts/node/package-lock.json'];

const problems = [
  ...manifests.flatMap(unpinned),
  ...unexplained(
    manifests.filter(({ path }) => IN_PRODUCTION.includes(path)),
    listed,
  ).map(problem => `${REASONS}: ${problem}`),
  ...locks.flatMap(lock => untrusted(read<{ packages: LockedPackages }>(lock).packages)),
];
for (const problem of problems) say(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
