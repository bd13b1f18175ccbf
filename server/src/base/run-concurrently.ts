/** Runs them all, up to `lanes` at once. Rejects after the running ones have ended, with the first error. */
export async function runConcurrently<Item>(
  items: readonly Item[],
  lanes: number,
  run: (item: Item, lane: number) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  let isFailed = false;
  const work = async (_: unknown, lane: number) => {
    for (const item of rest) {
      if (isFailed) return;
      await run(item, lane).catch((error: unknown) => {
        isFailed = true;
        throw error;
      });
    }
  };
  const results = await Promise.allSettled(Array.from({ length: lanes }, work));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
