import { CHECK_STEPS } from './check-steps.ts';
import type { Step } from './steps.ts';

/** Apart from the others, so that one that fails leaves them to be run. */
export function createBrowserStep(name: string, project: string): Step {
  return {
    name,
    program: 'playwright',
    args: ['test', '--config', 'e2e', '--no-deps', '--project', project],
    count: 'playwright',
  };
}

/** What `npm test` runs. */
export const TEST_STEPS: readonly Step[] = [
  ...CHECK_STEPS,
  {
    name: 'simulation and server',
    program: 'vitest',
    args: ['run', '--project', 'server'],
    count: 'vitest',
  },
  {
    name: 'faults, a short cut of them',
    program: 'vitest',
    args: ['run', '--project', 'faults', '--maxWorkers', '2'],
    count: 'vitest',
  },
  createBrowserStep('browsers that measure', 'measured'),
  createBrowserStep('browsers', 'all others'),
];
