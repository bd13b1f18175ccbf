import { finish, runSteps } from './steps.ts';
import { TEST_STEPS } from './test-steps.ts';

finish(await runSteps(TEST_STEPS), TEST_STEPS);
