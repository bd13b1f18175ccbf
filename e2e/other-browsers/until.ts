const TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 50;

/** Asks again and again until something holds. `what`: what to say if it never does. */
export async function until(
  condition: () => Promise<boolean>,
  describe: () => string,
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(describe());
    await new Promise(resolve => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}
