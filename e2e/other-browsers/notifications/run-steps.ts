import { print } from '@snug/scripts/run.mjs';
import type { RunTotals } from '../run.ts';

export type Step = [name: string, run: () => Promise<void>];

/** One after the other: each begins where the one before has ended, so that a failure ends them. */
export async function runSteps(steps: readonly Step[], part: string, tally: RunTotals): Promise<void> {
  // The first ones sign up and turn notifications on.
  const end = steps.findLastIndex(([name]) => name.includes(part)) + 1;
  for (const [name, run] of steps.slice(0, end)) {
    const started = performance.now();
    try {
      await run();
    } catch (error) {
      tally.failed++;
      print(
        `  FAILED    ${name}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      return;
    }
    tally.passed++;
    print(`  passed    ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  }
}
