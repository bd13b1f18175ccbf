import { finish, runSteps } from './steps.ts';

// What proves that nobody gets in where they do not belong is named `*.security.test.ts`, `*.security.server.test.ts`
// or `*.security.spec.ts`; and nearly all tests of accounts, files and requests do. It is a part of `npm test`, too.
const FOLDERS = ['accounts', 'files', 'http'].map(folder => `server/src/${folder}/`);

process.env.SNUG_FLOOD_ROUNDS ??= '5';
finish(
  await runSteps([
    {
      name: 'security, without a browser',
      program: 'vitest',
      args: ['run', '.security.', ...FOLDERS],
      count: 'vitest',
    },
    {
      name: 'security, in browsers',
      program: 'playwright',
      args: ['test', '--config', 'e2e', '--no-deps', '--pass-with-no-tests', 'security'],
      count: 'playwright',
    },
    {
      name: 'what attacks cost others',
      program: 'node',
      args: ['faults/attacks/run.ts', '--short', '--no-results'],
    },
  ]),
);
