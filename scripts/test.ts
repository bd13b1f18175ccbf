import { finish, runSteps } from './steps.ts';
import { TEST_BUDGET_SECONDS, TEST_STEPS } from './test-steps.ts';

finish(await runSteps(TEST_STEPS), { steps: TEST_STEPS, budget: TEST_BUDGET_SECONDS });
