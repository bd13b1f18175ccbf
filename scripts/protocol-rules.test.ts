import { expect, test } from 'vitest';
import { findRuleProblems } from './protocol-rules.ts';

const RULES =
  '## Rules\n\n- **C1** A client waits.\n- **C2** It retries (C1).\n\nMore.\n\n- **CX14** A server\n  answers.\n';
const TITLES = ['C1 it waits', 'C2 CX14 it retries, and gets an answer', 'a test of no rule'];

test('rules with numbers of their own and tests are right', () => {
  expect(findRuleProblems(RULES, TITLES)).toEqual([]);
});

test('a rule without a test is wrong, and a test of a missing rule', () => {
  expect(findRuleProblems(RULES, ['C1 it waits', 'C3 it stops'])).toEqual([
    'Rules of docs/protocol.md without a test: C2, CX14',
    'Rules in test titles that docs/protocol.md does not have: C3',
  ]);
});

test.each([
  ['- **C2** Something else.\n', 'C2'],
  ['\n## Elsewhere\n\n- **CX14** A server rests.\n- **C1** A client sleeps.\n- **C1** Twice.\n', 'CX14, C1'],
])('a number of several rules is wrong: %j', (added, numbers) => {
  expect(findRuleProblems(RULES + added, TITLES)).toEqual([
    `Numbers of several rules in docs/protocol.md: ${numbers}`,
  ]);
});
