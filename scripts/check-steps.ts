import type { Step } from './steps.ts';

/** Other steps use the other processors, and several checkers check the same types several times. */
const ONE_CHECKER = ['--checkers', '1'];

const STEPS: readonly Step[] = [
  // The longest, so the others run beside it.
  { name: 'unit tests', program: 'vitest', args: ['run', '--project', 'unit'], count: 'vitest' },
  { name: 'format', program: 'biome', args: ['ci', '--reporter=summary', '.'] },
  { name: 'lint', program: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'types of server, scripts and bench', program: 'tsc', args: ['-p', '.', ...ONE_CHECKER] },
  {
    name: 'types of client, protocol and media, without a platform',
    program: 'tsc',
    args: ['-p', 'client', ...ONE_CHECKER],
  },
  { name: 'types of web', program: 'tsc', args: ['-p', 'web', ...ONE_CHECKER] },
  { name: 'types of e2e and testkit', program: 'tsc', args: ['-p', 'e2e', ...ONE_CHECKER] },
  { name: 'rules of the protocol have tests', program: 'node', args: ['scripts/check-rules.ts'] },
  {
    name: 'statements of the specification have tests',
    program: 'node',
    args: ['scripts/check-specification.ts'],
  },
  { name: 'areas import downwards', program: 'node', args: ['scripts/check-areas.ts'] },
  { name: 'dependencies have reasons', program: 'node', args: ['scripts/check-dependencies.ts'] },
];

/** Everything that needs neither a server nor a browser. */
export const CHECK_STEPS = STEPS.map(step => ({ ...step, canOverlap: true }));
