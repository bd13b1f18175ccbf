const TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 50;

/** Polls until a condition holds. `what`: its description, for the error. */
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
