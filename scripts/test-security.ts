import { build } from './build.mjs';
import { finish, runSteps } from './steps.ts';

// What proves that nobody gets in where they do not belong is named `*.security.test.ts`, `*.security.server.test.ts`
// or `*.security.spec.ts`. It is a part of `npm test`, too.

await build();
finish(
  await runSteps([
    {
      name: 'security, without a browser',
      program: 'vitest',
      args: ['run', '.security.'],
      count: 'vitest',
    },
    {
      name: 'security, in browsers',
      program: 'playwright',
      args: ['test', '--config', 'e2e', '--no-deps', '--pass-with-no-tests', 'security'],
      count: 'playwright',
    },
  ]),
);
