import { setTimeout as wait } from 'node:timers/promises';

const POLL_INTERVAL_MS = 25;
const TIMEOUT_MS = 60_000;

interface UntilOptions {
  timeoutMs?: number;
  /** The state that the last call of `condition` saw, for the error. */
  describeState?: () => string;
}

/** Resolves when `condition` returns true, with the time in ms. Throws an error with `description` after the timeout. */
export async function until(
  description: string,
  condition: () => boolean | Promise<boolean>,
  { timeoutMs = TIMEOUT_MS, describeState }: UntilOptions = {},
): Promise<number> {
  const start = performance.now();
  while (!(await condition())) {
    if (performance.now() - start > timeoutMs) {
      const state = describeState ? `; the last state was: ${describeState()}` : '';
      throw new Error(`${description}: not within ${timeoutMs} ms${state}`);
    }
    await wait(POLL_INTERVAL_MS);
  }
  return performance.now() - start;
}
