import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

export interface Report {
  passed: number;
  failed: number;
  failures: readonly string[];
}

/** Reads the output of Vitest's JSON reporter. Throws if there is none. */
export function readVitest(path: string): Report {
  const report: JsonTestResults = JSON.parse(readFileSync(path, 'utf8'));
  const failures = report.testResults.flatMap(({ name, message, status, assertionResults }) => {
    const failed = assertionResults.filter(test => test.status === 'failed');
    // The file failed to load, so it has no tests.
    if (status === 'failed' && failed.length === 0) return [formatFailure(name, 'did not run', message)];
    return failed.map(test => formatFailure(name, test.fullName, test.failureMessages?.[0]));
  });
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures };
}

/** Reads the output of Playwright's JSON reporter. Throws if there is none. */
export function readPlaywright(path: string): Report {
  const { stats, suites, errors }: JSONReport = JSON.parse(readFileSync(path, 'utf8'));
  const failures = [
    ...errors.map(({ message }) => formatFailure('Playwright', 'did not run', message)),
    ...suites.flatMap(collectFailures),
  ];
  // A test that passes only after a retry counts as failed.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures };
}

function collectFailures({ file, specs, suites = [] }: JSONReportSuite): string[] {
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...failed.map(({ title, tests }) => formatFailure(file, title, tests[0]?.results[0]?.error?.message)),
    ...suites.flatMap(collectFailures),
  ];
}

function formatFailure(file: string, name: string, error = ''): string {
  const [first = ''] = stripVTControlCharacters(error).split('\n');
  return `${basename(file)}: ${name}: ${first}`;
}
