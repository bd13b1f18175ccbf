import { finish, runSteps } from './steps.ts';
import { createBrowserStep, createTestSteps } from './test-steps.ts';

// `npm run test:all`: the steps of `npm test` with all their cases, and the wide matrices.

process.env.SNUG_TESTS = 'all';
finish(
  await runSteps([
    ...createTestSteps({ isWide: true }),
    createBrowserStep('browsers that measure, on a narrow screen', 'measured matrix'),
    createBrowserStep('browsers, in every width and language, and in detail', 'matrix'),
    {
      name: 'an update and a rollback',
      program: 'playwright',
      args: ['test', '--config', 'e2e/releases'],
      count: 'playwright',
    },
    {
      name: 'the cost of attacks for others',
      program: 'node',
      args: ['faults/attacks/run.ts', '--short', '--no-results'],
    },
  ]),
);
