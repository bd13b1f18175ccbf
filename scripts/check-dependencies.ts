import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  findOtherNodes,
  findUnexplained,
  findUnpinned,
  findUntrusted,
  INSTALL_SCRIPT,
  type LockedPackages,
  type Manifest,
  parseListedPackages,
} from './dependencies.ts';
import { print, ROOT } from './run.mjs';

// Installed packages run with all rights of Snug: each has one version and a reason.

const REASONS = 'docs/decisions/023-dependencies.md';
const IN_PRODUCTION = ['protocol', 'media', 'client', 'server', 'web'].map(
  folder => `${folder}/package.json`,
);

function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Content;
}

const paths = globSync('{.,*,scripts/*}/package.json', { cwd: ROOT, exclude: ['node_modules/**'] });
const manifests = paths.map((path): Manifest => ({ ...readJson<Manifest>(path), path }));
const listed = parseListedPackages(readFileSync(join(ROOT, REASONS), 'utf8'));
const locks = ['package-lock.json', 'scripts/node/package-lock.json'];
/** Its packages are installed with `--ignore-scripts`. */
const engines = readJson<{ packages: LockedPackages }>('scripts/engines/package-lock.json').packages;

const problems = [
  ...manifests.flatMap(findUnpinned),
  ...manifests.flatMap(findOtherNodes),
  ...findUnexplained(
    manifests.filter(({ path }) => IN_PRODUCTION.includes(path)),
    listed,
  ).map(problem => `${REASONS}: ${problem}`),
  ...locks.flatMap(lock => findUntrusted(readJson<{ packages: LockedPackages }>(lock).packages)),
  ...findUntrusted(engines).filter(problem => !problem.endsWith(INSTALL_SCRIPT)),
];
for (const problem of problems) print(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
