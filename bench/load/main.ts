import type { LoadPlan } from './plan.ts';
import { runPlan } from './run-plan.ts';

process.once('message', (plan: LoadPlan) => {
  runPlan(plan).then(
    report => process.send?.({ report }, () => process.exit(0)),
    (error: unknown) => process.send?.({ error: String(error) }, () => process.exit(1)),
  );
});
