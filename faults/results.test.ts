import { expect, test } from 'vitest';
import type { Figures } from './figures.ts';
import { formatTable, readResults } from './results.ts';

function createTestResult(title: string, status: string, figures?: Figures) {
  return { title, status, duration: 1_500, ...(figures && { meta: { figures } }) };
}

const REPORT = {
  testResults: [
    {
      name: '/faults/resets.faults.test.ts',
      assertionResults: [
        createTestResult('all is well', 'passed'),
        createTestResult('not in the cut', 'skipped'),
      ],
    },
    {
      name: '/faults/kills.faults.test.ts',
      assertionResults: [
        createTestResult('round 1', 'passed', { kills: 20, 'back in': [300, 200] }),
        createTestResult('round 2', 'failed', { kills: 20, 'back in': [400] }),
      ],
    },
  ],
};

test('the table has a line for each fault, with the sums of its figures', () => {
  expect(formatTable(readResults(REPORT)).split('\n')).toEqual([
    'fault   passed  took  figures',
    'kills   1 of 2  3 s   40 kills, back in 300 ms (95 % within 400, all within 400)',
    'resets  1 of 1  2 s',
  ]);
});
