import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { print, ROOT } from './run.mjs';
import { findProblems, readRows } from './specification.ts';
import { readTestNames } from './test-names.ts';

// Each row of the specification names an existing test.

const FILE = 'docs/specification.md';
const known = readTestNames();
const rows = readRows(readFileSync(join(ROOT, FILE), 'utf8'));
const problems = rows.flatMap(row =>
  findProblems(row, known, path => existsSync(join(ROOT, path))).map(
    problem => `${FILE}:${row.line} ${problem}`,
  ),
);
if (rows.length === 0) problems.push(`${FILE} has no rows`);
for (const problem of problems) print(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
