import type { TestContext } from 'vitest';

/** Counts, and lists of times in ms, for the table at the end of a run. */
export type Figures = Record<string, number | readonly number[]>;

declare module 'vitest' {
  interface TaskMeta {
    figures?: Figures;
  }
}

export function recordFigures({ task }: Pick<TestContext, 'task'>, figures: Figures): void {
  task.meta.figures = { ...task.meta.figures, ...figures };
}
