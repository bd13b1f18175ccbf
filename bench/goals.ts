import type { Figures, Goal } from './measurement.ts';

export interface RowResult {
  of: string;
  /** Medians. */
  figures: Figures;
  /** Each figure as it was in each round. */
  rounds: Record<string, readonly number[]>;
  remarks: string[];
}

export interface GoalResult {
  goal: string;
  /** The figure, or its ratio to the figure of another row. Undefined if one is missing. */
  value?: number;
  isReached?: boolean;
}

export function evaluateGoal(
  { figure, of = 'Snug', atMost, atLeast, timesOf }: Goal,
  rows: readonly RowResult[],
): GoalResult {
  const getFigure = (name: string) => rows.find(row => row.of === name)?.figures[figure];
  const limit = atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`;
  const goal = `${of}: ${figure}: ${limit}${timesOf ? ` times that of ${timesOf}` : ''}`;
  const own = getFigure(of);
  const unit = timesOf ? getFigure(timesOf) : 1;
  if (own === undefined || unit === undefined) return { goal };
  const value = own / unit;
  return { goal, value, isReached: atMost === undefined ? value >= (atLeast ?? 0) : value <= atMost };
}
