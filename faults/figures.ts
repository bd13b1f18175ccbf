import type { TestContext } from 'vitest';
import { median } from '../bench/median.ts';

/** What a test measured, for the table at the end of a run. */
export type Figures = Record<string, number | string>;

declare module 'vitest' {
  interface TaskMeta {
    figures?: Figures;
  }
}

export function note({ task }: Pick<TestContext, 'task'>, figures: Figures): void {
  task.meta.figures = { ...task.meta.figures, ...figures };
}

/** The middle one and the worst of several times, in ms. */
export function timesOf(values: readonly number[]): string {
  return `${Math.round(median(values))} ms, at most ${Math.round(Math.max(...values))} ms`;
}
