import { setTimeout as wait } from 'node:timers/promises';

const POLL_INTERVAL_MS = 25;

/** Resolves when `holds` returns true, with the time in ms. Throws an error with `description` after `timeoutMs`. */
export async function until(
  description: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<number> {
  const begun = performance.now();
  while (!(await condition())) {
    const taken = performance.now() - begun;
    if (taken > timeoutMs) throw new Error(`${description}: not within ${timeoutMs} ms`);
    await wait(POLL_INTERVAL_MS);
  }
  return performance.now() - begun;
}
