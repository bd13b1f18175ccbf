import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readPlaywright, readVitest } from '../report.ts';
import { print, run, stopChildren } from '../run.mjs';
import { createWorktree } from '../worktree.ts';
import { LEVEL_COUNT, type Level, listLevels } from './levels.ts';
import { linkPackages } from './link-packages.ts';
import { type Mutant, plant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';
import { createTable, type Finding } from './table.ts';
import { UnitTests } from './unit-tests.ts';

// `npm run mutants` plants one fault after the other in a worktree of the last commit, and runs the tests from the lowest level up
// until one fails. `npm run mutants -- access bound` takes the faults whose kind, file or name contains one of the words. `--level 2`
// ends at the second level.

const SERVER = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--bail',
  '1',
  '--reporter=json',
  '--project',
  'server',
];
const BROWSER = [
  'node_modules/@playwright/test/cli.js',
  'test',
  '--config',
  'e2e',
  '--no-deps',
  '-x',
  '--reporter=json',
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { level: { type: 'string', default: String(LEVEL_COUNT) } },
});
const lastLevel = Number(values.level);
const chosen = Object.entries(MUTANTS).flatMap(([kind, mutants]) =>
  mutants
    .map(mutant => ({ kind, mutant }))
    .filter(
      ({ mutant }) =>
        positionals.length === 0 ||
        positionals.some(word => `${kind} ${mutant.file} ${mutant.name}`.includes(word)),
    ),
);
const worktree = await createWorktree('HEAD');
linkPackages(worktree.path);
const report = join(worktree.path, '..', 'report.json');
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopChildren();
    void worktree.remove().then(() => process.exit(1));
  });
}
const unitTests = await UnitTests.open(worktree.path);
const findings: Finding[] = [];
try {
  for (const [index, { kind, mutant }] of chosen.entries()) {
    const { level, test } = await find(mutant);
    findings.push({ kind, level });
    print(
      `${index + 1}/${chosen.length}  ${kind}: ${mutant.name} (${mutant.file})\n    ${level ?? 'NOT FOUND'}: ${test}`,
    );
  }
} finally {
  await unitTests.close();
  await worktree.remove();
}
print(createTable(findings));
if (lastLevel < LEVEL_COUNT) print(`Only the levels up to ${lastLevel} ran.`);
process.exitCode = findings.length > 0 && findings.every(({ level }) => level !== undefined) ? 0 : 1;

/** The lowest level with a test that fails, and the test. */
async function find(mutant: Mutant): Promise<{ level?: string; test: string }> {
  const path = join(worktree.path, mutant.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, plant(mutant, source));
  unitTests.invalidate(path);
  try {
    for (const level of listLevels(mutant).slice(0, lastLevel)) {
      const test = level.runner === 'unit' ? await unitTests.run(level.filters) : await runLevel(level);
      if (test?.includes('Transform failed')) throw new Error(`"${mutant.name}" does not parse.`);
      if (test !== undefined) return { level: level.name, test };
    }
    return { test: mutant.file };
  } finally {
    writeFileSync(path, source);
    unitTests.invalidate(path);
  }
}

/** The first test that fails. These runs start anew, because they build the product first. */
async function runLevel({ runner }: Level): Promise<string | undefined> {
  rmSync(report, { force: true });
  const command = runner === 'server' ? [...SERVER, `--outputFile=${report}`] : BROWSER;
  const { code, output } = await run(process.execPath, command, {
    cwd: worktree.path,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    quiet: true,
  });
  if (code === 0) return undefined;
  if (!existsSync(report)) throw new Error(`The tests did not run.\n${output}`);
  const { failures } = (runner === 'server' ? readVitest : readPlaywright)(report);
  // The first failure ends the run: Vitest reports the files after it without tests or errors.
  return (
    failures.find(failure => !failure.endsWith('did not run: ')) ?? failures[0] ?? 'a test without a name'
  );
}
