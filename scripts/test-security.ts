import { finish, runSteps } from './steps.ts';

// Tests of access control are named `*.security.test.ts`, `*.security.server.test.ts` or `*.security.spec.ts`. Most tests
// of these folders are about access control, too.
const FOLDERS = ['account', 'files', 'http'].map(folder => `server/src/${folder}/`);

process.env.SNUG_FLOOD_ROUNDS ??= '5';
finish(
  await runSteps([
    {
      name: 'security without browsers',
      program: 'vitest',
      args: ['run', '.security.', ...FOLDERS],
      count: 'vitest',
    },
    {
      name: 'security in browsers',
      program: 'playwright',
      args: ['test', '--config', 'e2e', '--no-deps', '--pass-with-no-tests', 'security'],
      count: 'playwright',
    },
    {
      name: 'cost of attacks for other people',
      program: 'node',
      args: ['faults/attacks/run.ts', '--short', '--no-results'],
    },
  ]),
);
