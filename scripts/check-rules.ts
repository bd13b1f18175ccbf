import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRuleProblems } from './protocol-rules.ts';
import { print, ROOT } from './run.mjs';
import { readTestNames } from './test-names.ts';

// Each rule of the protocol has a number of its own and a test.

const protocol = readFileSync(join(ROOT, 'docs/protocol.md'), 'utf8');
const titles = readTestNames().map(({ name }) => name);
const problems = findRuleProblems(protocol, titles);
for (const problem of problems) print(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
