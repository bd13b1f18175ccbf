import { CHECK_STEPS } from './check-steps.ts';
import { finish, runSteps } from './steps.ts';

finish(await runSteps(CHECK_STEPS));
