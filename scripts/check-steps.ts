import { dirname } from 'node:path';
import type { Step } from './steps.ts';

/** Other steps use the other processors, and several checkers check the same types several times. */
const ONE_CHECKER = ['--checkers', '1'];

const STEPS: readonly Step[] = [
  // The longest, so the others run beside it.
  {
    name: 'unit tests',
    program: 'vitest',
    args: ['run', '--project', 'unit'],
    count: 'vitest',
    usualSeconds: 205,
  },
  { name: 'format', program: 'biome', args: ['ci', '--reporter=summary', '.'], usualSeconds: 4 },
  { name: 'lint', program: 'oxlint', args: ['--type-aware', '--deny-warnings'], usualSeconds: 33 },
  {
    name: 'types of server, scripts and bench',
    program: 'tsc',
    args: ['-p', '.', ...ONE_CHECKER],
    usualSeconds: 11,
  },
  {
    name: 'types of client, protocol and media, without a platform',
    program: 'tsc',
    args: ['-p', 'client', ...ONE_CHECKER],
  },
  { name: 'types of web', program: 'tsc', args: ['-p', 'web', ...ONE_CHECKER], usualSeconds: 3 },
  { name: 'types of e2e and testkit', program: 'tsc', args: ['-p', 'e2e', ...ONE_CHECKER], usualSeconds: 4 },
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

const CODE = /\.(?:ts|tsx|mjs|js)$/;

/** The workspaces whose types are checked by each project. */
const TYPE_PROJECTS = {
  '.': /^(?:server|scripts|bench|faults|testkit)\//,
  client: /^(?:client|protocol|media)\//,
  web: /^web\//,
  e2e: /^(?:e2e|testkit)\//,
};

/** Formats, lints and checks the types of the changed files, and runs the unit tests of their folders. */
export function createStepsForChanges(changes: readonly string[]): readonly Step[] {
  const code = changes.filter(path => CODE.test(path));
  const folders = [...new Set(code.map(path => `${dirname(path)}/`))];
  const types = Object.entries(TYPE_PROJECTS)
    .filter(([, paths]) => code.some(path => paths.test(path)))
    .map(([project]) => `-p ${project} `);
  const isOfProject = ({ program, args }: Step) =>
    program !== 'tsc' || types.some(project => `${args.join(' ')} `.startsWith(project));
  return CHECK_STEPS.filter(isOfProject).flatMap((step): Step[] => {
    const { program, args } = step;
    if (program === 'vitest')
      return folders.length === 0 ? [] : [{ ...step, args: [...args, '--passWithNoTests', ...folders] }];
    if (program === 'biome')
      return changes.length === 0
        ? []
        : [{ ...step, args: ['ci', '--reporter=summary', '--no-errors-on-unmatched', ...changes] }];
    if (program === 'oxlint') return code.length === 0 ? [] : [{ ...step, args: [...args, ...code] }];
    return [step];
  });
}
