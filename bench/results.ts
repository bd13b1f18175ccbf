import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchStolen } from '@snug/testkit/cpu-steal.ts';
import { median } from '@snug/testkit/stats.ts';
import { type GoalResult, judge } from './goals.ts';
import type { Figures, Measurement, Row } from './measurement.ts';

/** A row over all rounds. */
export interface RowResult {
  of: string;
  /** The median of each figure. */
  figures: Figures;
  /** Each figure as it was in each round. */
  rounds: Record<string, readonly number[]>;
  remarks: string[];
}

export interface Result {
  name: string;
  title: string;
  rows: RowResult[];
  goals: GoalResult[];
  /** The share of the processors' time that the machine below gave to others meanwhile, from 0 to 1. */
  stolen?: number;
}

/** Runs all rounds of a measurement. */
export async function measure(
  measurement: Measurement,
  { rounds, quick }: { rounds: number; quick: boolean },
  say: (line: string) => void,
): Promise<Result> {
  const { name, title, goals } = measurement;
  const folder = mkdtempSync(join(tmpdir(), 'snug-bench-'));
  const measured: Row[] = [];
  const stolenUntilNow = watchStolen();
  try {
    for (let index = 0; index < rounds; index++) {
      say(`${name}, round ${index + 1} of ${rounds}`);
      measured.push(...(await measurement.run({ index, quick, folder })));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const rows = [...Map.groupBy(measured, row => row.of)].map(([of, all]) => summary(of, all));
  const stolen = stolenUntilNow();
  const judged = goals.map(goal => judge(goal, rows));
  return { name, title, rows, goals: judged, ...(stolen !== undefined && { stolen }) };
}

function summary(of: string, all: readonly Row[]): RowResult {
  const rounds: Record<string, number[]> = {};
  for (const { figures } of all) {
    for (const [figure, value] of Object.entries(figures)) (rounds[figure] ??= []).push(value);
  }
  const figures = Object.fromEntries(Object.entries(rounds).map(([name, values]) => [name, median(values)]));
  const remarks = new Set(all.flatMap(({ remark }) => remark ?? []));
  return { of, figures, rounds, remarks: [...remarks] };
}
