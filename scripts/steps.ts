import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Report, readPlaywright, readVitest } from './report.ts';
import { print, run } from './run.mjs';

export interface Step {
  name: string;
  program: string;
  args: readonly string[];
  /** The reporter that counts the tests; without it the step counts as one. */
  count?: 'vitest' | 'playwright';
  /** Whether it may run beside its neighbours that may, too: it measures nothing. */
  canOverlap?: boolean;
  /** The processor seconds that it usually takes. */
  usualSeconds?: number;
  env?: NodeJS.ProcessEnv;
}

export interface StepResult extends Report {
  name: string;
  /** Undefined on systems that do not count it. */
  processorSeconds: number | undefined;
}

const PASSED: Report = { passed: 1, failed: 0, failures: [] };
const FAILED: Report = { passed: 0, failed: 1, failures: ['did not end well'] };

const MAX_OVERLAPPING = 2;

/** Most processes of the tests load the same libraries. */
const NODE_COMPILE_CACHE = join(tmpdir(), 'node-compile-cache');

/** Runs steps one after the other, or two at once if they may overlap, and prints each result. A step that fails stops no other. */
export async function runSteps(
  steps: readonly Step[],
  onResult: (result: StepResult) => void = () => {},
): Promise<readonly StepResult[]> {
  const results: StepResult[] = [];
  const running = new Set<Promise<void>>();
  for (const step of steps) {
    while (running.size >= (step.canOverlap ? MAX_OVERLAPPING : 1)) await Promise.race(running);
    const run = runAndPrint(step).then(result => {
      results.push(result);
      onResult(result);
      running.delete(run);
    });
    running.add(run);
    if (!step.canOverlap) await run;
  }
  await Promise.all(running);
  return results;
}

async function runAndPrint(step: Step): Promise<StepResult> {
  const started = performance.now();
  const { report, processorSeconds } = await runStep(step);
  const seconds = (performance.now() - started) / 1000;
  const tests = step.count
    ? `, ${report.passed} passed${report.failed ? `, ${report.failed} failed` : ''}`
    : '';
  const processor = processorSeconds === undefined ? '' : `, ${processorSeconds.toFixed(0)} s of processor`;
  print(`${report.failed ? '✗' : '✓'} ${step.name} (${seconds.toFixed(1)} s${processor}${tests})`);
  const failures = report.failures.map(failure => `${step.name}: ${failure}`);
  return { ...report, failures, name: step.name, processorSeconds };
}

/** Prints the failures, the processor time and the sums, and ends the process. `budget`: processor seconds of all steps. */
export function finish(
  results: readonly StepResult[],
  { steps = [], budget = Number.POSITIVE_INFINITY }: { steps?: readonly Step[]; budget?: number } = {},
): never {
  for (const failure of results.flatMap(({ failures }) => failures)) print(`✗ ${failure}`);
  const total = results.reduce((sum, { processorSeconds = 0 }) => sum + processorSeconds, 0);
  if (total > 0) print(`${total.toFixed(0)} s of processor`);
  if (total > budget) print(`More than ${budget} s. Steps that grew: ${describeGrowth(results, steps)}`);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  print(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

/** The steps that took longer than usual, by how much. That is no failure: machines differ. */
function describeGrowth(results: readonly StepResult[], steps: readonly Step[]): string {
  const grown = results.map(({ name, processorSeconds = 0 }) => {
    const { usualSeconds = 0 } = steps.find(step => step.name === name) ?? {};
    const text = `${name} (${processorSeconds.toFixed(0)} s instead of ${usualSeconds} s)`;
    return { more: processorSeconds - usualSeconds, text };
  });
  return grown
    .filter(({ more }) => more >= 1)
    .toSorted((a, b) => b.more - a.more)
    .map(({ text }) => text)
    .join(', ');
}

async function runStep({ program, args, count, env = {} }: Step): Promise<{
  report: Report;
  processorSeconds: number | undefined;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'snug-check-'));
  const report = join(folder, 'report.json');
  try {
    const { code, output, processorSeconds } = await run(
      program,
      [...args, ...getReporterArguments(count, report)],
      {
        quiet: true,
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, NODE_COMPILE_CACHE, ...env },
      },
    );
    if (code !== 0) process.stdout.write(output);
    if (!count) return { report: code === 0 ? PASSED : FAILED, processorSeconds };
    const counted = readReport(count, report);
    // A run can fail without a failed test, for example if a file does not load.
    const failed = code === 0 ? counted.failed : Math.max(1, counted.failed);
    return { report: { ...counted, failed }, processorSeconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function getReporterArguments(count: Step['count'], report: string): string[] {
  if (count === 'vitest') return ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return count === 'playwright' ? ['--reporter=dot,json'] : [];
}

function readReport(count: NonNullable<Step['count']>, path: string): Report {
  try {
    return count === 'vitest' ? readVitest(path) : readPlaywright(path);
  } catch {
    return FAILED;
  }
}
