import type { TestContext } from 'vitest';

/** What a test measured, for the table at the end of a run: counts, and lists of times in ms. */
export type Figures = Record<string, number | readonly number[]>;

declare module 'vitest' {
  interface TaskMeta {
    figures?: Figures;
  }
}

export function recordFigures({ task }: Pick<TestContext, 'task'>, figures: Figures): void {
  task.meta.figures = { ...task.meta.figures, ...figures };
}

/** The smallest value that at least `share` of the values do not exceed. */
export function getQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}
