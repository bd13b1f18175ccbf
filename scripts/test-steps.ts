import { CHECK_STEPS } from './check-steps.ts';
import type { Step } from './steps.ts';

/** Separate steps, so that a failure does not stop the other projects. */
export function createBrowserStep(name: string, project: string): Step {
  return {
    name,
    program: 'playwright',
    args: ['test', '--config', 'e2e', '--no-deps', '--project', project],
    count: 'playwright',
  };
}

export const TEST_STEPS: readonly Step[] = [
  ...CHECK_STEPS,
  {
    name: 'unit tests on PostgreSQL',
    program: 'vitest',
    args: ['run', '--project', 'postgres'],
    count: 'vitest',
  },
  {
    name: 'simulation and server',
    program: 'vitest',
    args: ['run', '--project', 'server'],
    count: 'vitest',
  },
  {
    name: 'faults, short run',
    program: 'vitest',
    args: ['run', '--project', 'faults', '--maxWorkers', '2'],
    count: 'vitest',
  },
  {
    name: 'faults of several nodes, short run',
    program: 'vitest',
    args: ['run', '--project', 'cluster', '--maxWorkers', '2'],
    count: 'vitest',
  },
  createBrowserStep('browsers that measure', 'measured'),
  createBrowserStep('browsers', 'all others'),
];
