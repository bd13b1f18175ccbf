const WITHIN_MS = 30_000;
const EVERY_MS = 50;

/** Asks again and again until something holds. `what`: what to say if it never does. */
export async function until(
  holds: () => Promise<boolean>,
  what: () => string,
  within = WITHIN_MS,
): Promise<void> {
  const deadline = Date.now() + within;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(what());
    await new Promise(resolve => setTimeout(resolve, EVERY_MS));
  }
}
