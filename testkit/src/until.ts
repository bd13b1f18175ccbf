import { setTimeout as wait } from 'node:timers/promises';

const LOOK_EVERY_MS = 25;

/** Resolves with how many ms it took until `holds` did. Throws, naming `what`, where that takes longer than `withinMs`. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 60_000,
): Promise<number> {
  const begun = performance.now();
  while (!(await holds())) {
    const taken = performance.now() - begun;
    if (taken > withinMs) throw new Error(`${what}: not within ${withinMs} ms`);
    await wait(LOOK_EVERY_MS);
  }
  return performance.now() - begun;
}
