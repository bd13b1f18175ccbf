import { CHECK_STEPS } from './check-steps.ts';
import { finish, runSteps } from './steps.ts';

finish(
  await runSteps([
    ...CHECK_STEPS,
    {
      name: 'simulation and server',
      program: 'vitest',
      args: ['run', '--project', 'server'],
      count: 'vitest',
    },
    {
      name: 'faults, a short cut of them',
      program: 'vitest',
      args: ['run', '--project', 'faults', '--maxWorkers', '2'],
      count: 'vitest',
    },
    { name: 'browsers', program: 'playwright', args: ['test', '--config', 'e2e'], count: 'playwright' },
  ]),
);
