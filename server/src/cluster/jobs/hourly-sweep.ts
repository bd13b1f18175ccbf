import type { JobDefinition } from './job-runner.ts';

const HOUR_MS = 60 * 60_000;

/** Deletes a batch after the other, until one is not full. */
export function createHourlySweep(
  kind: string,
  limit: number,
  deleteBatch: (batch: { limit: number }) => Promise<{ count: number }>,
): JobDefinition {
  return {
    kind,
    intervalMs: HOUR_MS,
    async step() {
      const { count } = await deleteBatch({ limit });
      return count === limit ? '' : undefined;
    },
  };
}
