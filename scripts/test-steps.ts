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

/** Runs more files at once than there are processors, because many of their tests wait for timeouts. */
const MANY_WORKERS = ['--maxWorkers', '4'];
/** Journeys type with delays. */
const MANY_BROWSERS = ['--workers', '4'];

/** Processor seconds: five minutes on two quiet cores. */
export const TEST_BUDGET_SECONDS = 560;

/** `npm test`. */
export const TEST_STEPS: readonly Step[] = [
  {
    ...createVitestStep('PostgreSQL: engine, stores and bulk sends', 'postgres', POSTGRES_FILES),
    canOverlap: true,
    usualSeconds: 50,
  },
  ...CHECK_STEPS,
  {
    ...createVitestStep('security on real servers', 'server', [...MANY_WORKERS, '.security.']),
    usualSeconds: 135,
  },
  {
    ...createVitestStep('simulated histories', 'server', [
      'simulation.sim',
      '-t',
      'everyone sees (everything|what trims leave)',
    ]),
    canOverlap: true,
    usualSeconds: 9,
  },
  {
    ...createBrowserStep('journeys and security in browsers', ['journeys', 'security'], MANY_BROWSERS),
    canOverlap: true,
    usualSeconds: 105,
  },
];

const PARTS: readonly Step[] = [
  ...CHECK_STEPS,
  createVitestStep('unit tests on PostgreSQL', 'postgres'),
  createVitestStep('real servers and the simulation', 'server', MANY_WORKERS),
  createVitestStep('faults, short', 'faults', MANY_WORKERS),
  createVitestStep('nodes, short', 'cluster', MANY_WORKERS),
  createBrowserStep('browsers that measure', ['measured']),
  createBrowserStep('browsers', ['all others']),
  createBrowserStep('browsers that measure, on a narrow screen', ['measured matrix']),
  createBrowserStep('browsers, in every width and language, and in detail', ['matrix']),
  {
    name: 'an update and a rollback',
    program: 'playwright',
    args: ['test', '--config', 'e2e/releases'],
    count: 'playwright',
  },
  {
    name: 'a release, alone with Node',
    program: 'node',
    args: ['scripts/release/test-release.ts'],
  },
  { name: 'the image, as PID 1', program: 'node', args: ['scripts/release/test-image.ts'] },
  {
    name: 'metrics, read by Prometheus',
    program: 'node',
    args: ['scripts/test-metrics.ts'],
  },
  {
    name: 'the cost of attacks for others',
    program: 'node',
    args: ['faults/attacks/run.ts', '--short', '--no-results'],
  },
];

/** `npm run test:all`: everything, with all cases. Each is a part of its own, which can run alone. */
export const ALL_STEPS: readonly Step[] = PARTS.map(step => ({ ...step, env: { SNUG_TESTS: 'all' } }));

function createVitestStep(name: string, project: string, options: readonly string[] = []): Step {
  return { name, program: 'vitest', args: ['run', '--project', project, ...options], count: 'vitest' };
}

/** `--no-deps`: a failure does not stop the other projects. */
function createBrowserStep(name: string, projects: readonly string[], options: readonly string[] = []): Step {
  const chosen = projects.flatMap(project => ['--project', project]);
  return {
    name,
    program: 'playwright',
    args: ['test', '--config', 'e2e', '--no-deps', ...chosen, ...options],
    count: 'playwright',
  };
}
