import { finish, runSteps } from './steps.ts';
import { createTestSteps } from './test-steps.ts';

finish(await runSteps(createTestSteps()));
