import { CHECK_STEPS } from './check-steps.ts';
import type { Step } from './steps.ts';

/** `server/test/cluster-*` tests the other faults of several nodes, each once. */
const WIDE_CLUSTER_TESTS = 'faults/cluster/!(kills|cut-commits).cluster.test.ts';

/** Separate steps, so that a failure does not stop the other projects. */
export function createBrowserStep(name: string, project: string): Step {
  return {
    name,
    program: 'playwright',
    args: ['test', '--config', 'e2e', '--no-deps', '--project', project],
    count: 'playwright',
  };
}

/** The steps of `npm test`; with `isWide`, of `npm run test:all`. */
export function createTestSteps({ isWide = false } = {}): readonly Step[] {
  return [
    {
      name: 'unit tests on PostgreSQL',
      program: 'vitest',
      args: ['run', '--project', 'postgres'],
      count: 'vitest',
      canOverlap: true,
    },
    ...CHECK_STEPS,
    {
      // Together, and more files at once than processors: many of their tests wait for timeouts.
      name: 'simulation, server and faults, short run',
      program: 'vitest',
      args: [
        'run',
        '--maxWorkers=4',
        '--project=server',
        '--project=faults',
        '--project=cluster',
        ...(isWide ? [] : ['--exclude', WIDE_CLUSTER_TESTS]),
      ],
      count: 'vitest',
    },
    createBrowserStep('browsers that measure', 'measured'),
    createBrowserStep('browsers', 'all others'),
  ];
}
