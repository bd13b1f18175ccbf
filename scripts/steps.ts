import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, say } from './run.mjs';

export interface Count {
  passed: number;
  failed: number;
}

export interface Step {
  name: string;
  program: string;
  args: readonly string[];
  /** How this program's tests are counted; without it the step counts as one. */
  count?: 'vitest' | 'playwright';
}

/** Runs steps one after the other, says how each ended, and adds up what passed and failed. */
export async function runSteps(steps: readonly Step[]): Promise<Count> {
  const total: Count = { passed: 0, failed: 0 };
  for (const step of steps) {
    const started = performance.now();
    const { passed, failed } = await runStep(step);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const tests = step.count ? `, ${passed} passed${failed ? `, ${failed} failed` : ''}` : '';
    say(`${failed ? '✗' : '✓'} ${step.name} (${seconds} s${tests})`);
    total.passed += passed;
    total.failed += failed;
  }
  return total;
}

/** Says the sum as the last line, and ends the process. */
export function finish({ passed, failed }: Count): never {
  say(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

async function runStep({ program, args, count }: Step): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'snug-check-'));
  const report = join(folder, 'report.json');
  try {
    const { code, output } = await run(program, [...args, ...reporters(count, report)], {
      quiet: true,
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    });
    if (code !== 0) process.stdout.write(output);
    if (!count) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
    const counted = readCount(count, report);
    // A run can fail without any test failing, such as by a file that does not load.
    return code === 0 ? counted : { ...counted, failed: Math.max(1, counted.failed) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function reporters(count: Step['count'], report: string): string[] {
  if (count === 'vitest') return ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return count === 'playwright' ? ['--reporter=line,json'] : [];
}

function readCount(count: NonNullable<Step['count']>, path: string): Count {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'));
    if (count === 'vitest') return { passed: report.numPassedTests, failed: report.numFailedTests };
    // A test that passes only at a second try is a failure here.
    const { expected, unexpected, flaky } = report.stats;
    return { passed: expected, failed: unexpected + flaky };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
