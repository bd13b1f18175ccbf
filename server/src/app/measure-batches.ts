import type { Publication } from '../db/mutation.ts';
import type { Store } from '../db/store.ts';
import type { Metrics } from '../metrics/metrics.ts';

export function measureBatches(
  runBatch: Store['runBatch'],
  metrics: Pick<Metrics, 'batchMutations' | 'commitSeconds'>,
  steadyNow: () => number,
): Store['runBatch'] {
  return async jobs => {
    metrics.batchMutations.observe(jobs.length);
    const begun = steadyNow();
    try {
      return await runBatch(jobs);
    } finally {
      metrics.commitSeconds.observe((steadyNow() - begun) / 1_000);
    }
  };
}

export function countSent(
  publications: readonly Publication[],
  { messagesSent }: Pick<Metrics, 'messagesSent'>,
): void {
  for (const { event } of publications) if (event.type === 'message_sent') messagesSent.inc();
}
