import { CHECK_STEPS } from './check-steps.ts';
import type { Step } from './steps.ts';

/** What only a real PostgreSQL can show: its engine, SQL of stores, its bulk sends, and reads that are asynchronous there. */
const POSTGRES_FILES = [
  'server/src/db/',
  'store.test',
  'bulk-send',
  'send-gates',
  'unread-counts',
  'room-state-reader',
  'deliverer',
  'dispatch',
  'job-runner',
];

/** Processor seconds: five minutes on two quiet cores. */
export const TEST_BUDGET_SECONDS = 560;

/** `npm test`. */
export const TEST_STEPS: readonly Step[] = [
  {
    name: 'PostgreSQL: engine, stores and bulk sends',
    program: 'vitest',
    args: ['run', '--project', 'postgres', ...POSTGRES_FILES],
    count: 'vitest',
    canOverlap: true,
    usualSeconds: 45,
  },
  ...CHECK_STEPS,
  {
    // More files at once than processors: many of their tests wait for timeouts.
    name: 'security on real servers',
    program: 'vitest',
    args: ['run', '--project', 'server', '--maxWorkers', '4', '.security.'],
    count: 'vitest',
    usualSeconds: 150,
  },
  {
    name: 'a simulated history',
    program: 'vitest',
    args: ['run', '--project', 'server', 'simulation.sim', '-t', 'everyone sees everything'],
    count: 'vitest',
    usualSeconds: 5,
  },
  createBrowserStep('journeys in a browser', 'journeys', 50),
  createBrowserStep('security in a browser', 'security', 50),
];

const WIDE = { env: { SNUG_TESTS: 'all' } };

/** `npm run test:all`: everything, with all cases. Each is a part of its own, which can run alone. */
export const ALL_STEPS: readonly Step[] = [
  ...CHECK_STEPS.map(step => ({ ...step, ...WIDE })),
  {
    name: 'unit tests on PostgreSQL',
    program: 'vitest',
    args: ['run', '--project', 'postgres'],
    count: 'vitest',
    ...WIDE,
  },
  ...['server', 'faults', 'cluster'].map(project => ({
    name:
      { server: 'real servers and the simulation', faults: 'faults, short', cluster: 'nodes, short' }[
        project
      ] ?? '',
    program: 'vitest',
    args: ['run', '--project', project, '--maxWorkers', '4'],
    count: 'vitest' as const,
    ...WIDE,
  })),
  { ...createBrowserStep('browsers that measure', 'measured'), ...WIDE },
  { ...createBrowserStep('browsers', 'all others'), ...WIDE },
  { ...createBrowserStep('browsers that measure, on a narrow screen', 'measured matrix'), ...WIDE },
  { ...createBrowserStep('browsers, in every width and language, and in detail', 'matrix'), ...WIDE },
  {
    name: 'an update and a rollback',
    program: 'playwright',
    args: ['test', '--config', 'e2e/releases'],
    count: 'playwright',
    ...WIDE,
  },
  {
    name: 'the cost of attacks for others',
    program: 'node',
    args: ['faults/attacks/run.ts', '--short', '--no-results'],
    ...WIDE,
  },
];

/** Separate steps, so that a failure does not stop the other projects. */
function createBrowserStep(name: string, project: string, usualSeconds = 0): Step {
  return {
    name,
    program: 'playwright',
    args: ['test', '--config', 'e2e', '--no-deps', '--project', project],
    count: 'playwright',
    usualSeconds,
  };
}
