import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readPlaywright, readVitest } from '../report.ts';
import { print, run, stopChildren } from '../run.mjs';
import { type Level, listLevels } from './levels.ts';
import { type Mutant, plant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';
import { createWorktree } from './worktree.ts';

// `npm run mutants` plants one fault after the other in a worktree of the last commit, and runs the tests from the lowest level up
// until one fails. `npm run mutants -- access` takes the faults whose kind or name contains "access". With `--quick`, it does not
// run all tests for a fault that the tests of its package and area do not find.

const VITEST = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--bail',
  '1',
  '--passWithNoTests',
  '--reporter=json',
];
const PLAYWRIGHT = [
  'node_modules/@playwright/test/cli.js',
  'test',
  '--config',
  'e2e',
  '--no-deps',
  '-x',
  '--reporter=json',
];
const NOT_FOUND = 'NOT FOUND';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' } },
});
const { quick = false } = values;
const chosen = Object.entries(MUTANTS).flatMap(([kind, mutants]) =>
  mutants
    .map(mutant => ({ kind, mutant }))
    .filter(({ mutant }) =>
      positionals.every(word => `${kind} ${mutant.file} ${mutant.name}`.includes(word)),
    ),
);
const worktree = await createWorktree();
const report = join(worktree.path, '..', 'report.json');
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopChildren();
    void worktree.remove().then(() => process.exit(1));
  });
}
const counts = new Map<string, number>();
let seconds = 0;
try {
  for (const [index, { kind, mutant }] of chosen.entries()) {
    const { level, test } = await find(mutant);
    counts.set(level, (counts.get(level) ?? 0) + 1);
    print(`${index + 1}/${chosen.length}  ${kind}: ${mutant.name}\n    ${level}: ${test}`);
  }
} finally {
  await worktree.remove();
}
for (const [level, count] of [...counts].toSorted(([a], [b]) => a.localeCompare(b)))
  print(`${String(count).padStart(4)}  ${level}`);
print(`${Math.round(seconds)} s of processor time`);
process.exitCode = counts.has(NOT_FOUND) || chosen.length === 0 ? 1 : 0;

/** The lowest level with a test that fails, and the test. */
async function find(mutant: Mutant): Promise<{ level: string; test: string }> {
  const path = join(worktree.path, mutant.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, plant(mutant, source));
  try {
    for (const level of listLevels(mutant, { quick })) {
      const test = await runLevel(level);
      if (test !== undefined) return { level: level.name, test };
    }
    return { level: NOT_FOUND, test: mutant.file };
  } finally {
    writeFileSync(path, source);
  }
}

/** The first test that fails. */
async function runLevel({ runner, args }: Level): Promise<string | undefined> {
  rmSync(report, { force: true });
  const command = runner === 'vitest' ? [...VITEST, `--outputFile=${report}`] : PLAYWRIGHT;
  const {
    code,
    output,
    processorSeconds = 0,
  } = await run(process.execPath, [...command, ...args], {
    cwd: worktree.path,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    quiet: true,
  });
  seconds += processorSeconds;
  if (code === 0) return undefined;
  if (!existsSync(report)) throw new Error(`The tests did not run.\n${output}`);
  const { failures } = (runner === 'vitest' ? readVitest : readPlaywright)(report);
  if (failures.some(failure => failure.includes('Transform failed')))
    throw new Error('The planted text does not parse.');
  // The first failure ends the run: Vitest reports the files after it without tests or errors.
  return (
    failures.find(failure => !failure.endsWith('did not run: ')) ?? failures[0] ?? 'a test without a name'
  );
}
