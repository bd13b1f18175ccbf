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
}

const PASSED: Report = { passed: 1, failed: 0, failures: [] };
const FAILED: Report = { passed: 0, failed: 1, failures: ['did not end well'] };

const MAX_OVERLAPPING = 2;

/** Most processes of the tests load the same libraries. */
const NODE_COMPILE_CACHE = join(tmpdir(), 'node-compile-cache');

/** Runs steps one after the other, or two at once if they may overlap; prints each result, and adds up the tests. */
export async function runSteps(steps: readonly Step[]): Promise<Report> {
  const reports: Report[] = [];
  const running = new Set<Promise<void>>();
  for (const step of steps) {
    while (running.size >= (step.canOverlap ? MAX_OVERLAPPING : 1)) await Promise.race(running);
    const run = runAndPrint(step).then(report => {
      reports.push(report);
      running.delete(run);
    });
    running.add(run);
    if (!step.canOverlap) await run;
  }
  await Promise.all(running);
  const total = { passed: 0, failed: 0, failures: new Array<string>() };
  for (const { passed, failed, failures } of reports) {
    total.passed += passed;
    total.failed += failed;
    total.failures.push(...failures);
  }
  return total;
}

async function runAndPrint(step: Step): Promise<Report> {
  const started = performance.now();
  const { passed, failed, failures } = await runStep(step);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const tests = step.count ? `, ${passed} passed${failed ? `, ${failed} failed` : ''}` : '';
  print(`${failed ? '✗' : '✓'} ${step.name} (${seconds} s${tests})`);
  return { passed, failed, failures: failures.map(failure => `${step.name}: ${failure}`) };
}

export function finish({ passed, failed, failures }: Report): never {
  for (const failure of failures) print(`✗ ${failure}`);
  print(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

async function runStep({ program, args, count }: Step): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'snug-check-'));
  const report = join(folder, 'report.json');
  try {
    const { code, output } = await run(program, [...args, ...getReporterArguments(count, report)], {
      quiet: true,
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, NODE_COMPILE_CACHE },
    });
    if (code !== 0) process.stdout.write(output);
    if (!count) return code === 0 ? PASSED : FAILED;
    const counted = readReport(count, report);
    // A run can fail without a failed test, for example if a file does not load.
    return code === 0 ? counted : { ...counted, failed: Math.max(1, counted.failed) };
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
