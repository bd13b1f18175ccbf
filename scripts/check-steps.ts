import type { Step } from './steps.ts';

const STEPS: readonly Step[] = [
  // The longest, so the others run beside it.
  { name: 'unit tests', program: 'vitest', args: ['run', '--project', 'unit'], count: 'vitest' },
  { name: 'format', program: 'biome', args: ['ci', '--reporter=summary', '.'] },
  { name: 'lint', program: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'types of server, scripts and bench', program: 'tsc', args: ['-p', '.'] },
  { name: 'types of client and protocol, without a platform', program: 'tsc', args: ['-p', 'client'] },
  { name: 'types of web', program: 'tsc', args: ['-p', 'web'] },
  { name: 'types of e2e', program: 'tsc', args: ['-p', 'e2e'] },
  { name: 'types of testkit', program: 'tsc', args: ['-p', 'testkit'] },
  { name: 'rules of the protocol have tests', program: 'node', args: ['scripts/check-rules.ts'] },
  {
    name: 'statements of the specification have tests',
    program: 'node',
    args: ['scripts/check-specification.ts'],
  },
  { name: 'dependencies have reasons', program: 'node', args: ['scripts/check-dependencies.ts'] },
  { name: 'sizes of files and functions', program: 'node', args: ['scripts/check-sizes.ts'] },
];

/** Everything that needs neither a server nor a browser. */
export const CHECK_STEPS = STEPS.map(step => ({ ...step, canOverlap: true }));
