import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchCpuSteal } from '@snug/testkit/cpu-steal.ts';
import { getMedian } from '@snug/testkit/stats.ts';
import { evaluateGoal, type GoalResult, type RowResult } from './goals.ts';
import type { Measurement, Round, Row } from './measurement.ts';

export interface Result {
  name: string;
  title: string;
  rows: RowResult[];
  goals: GoalResult[];
  /** The steal time of the host as a share of CPU time, from 0 to 1. */
  stolen?: number;
}

export async function runMeasurement(
  measurement: Measurement,
  {
    rounds,
    folder: kept,
    ...size
  }: { rounds: number; folder?: string } & Pick<Round, 'quick' | 'scale' | 'searches'>,
  log: (line: string) => void,
): Promise<Result> {
  const { name, title, goals } = measurement;
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'snug-bench-'));
  mkdirSync(folder, { recursive: true });
  const measured: Row[] = [];
  const readSteal = watchCpuSteal();
  try {
    for (let index = 0; index < rounds; index++) {
      log(`${name}, round ${index + 1} of ${rounds}`);
      measured.push(...(await measurement.run({ ...size, index, folder })));
    }
  } finally {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  }
  const rows = [...Map.groupBy(measured, row => row.of)].map(([of, all]) => summarizeRows(of, all));
  const stolen = readSteal();
  const judged = goals.map(goal => evaluateGoal(goal, rows));
  return { name, title, rows, goals: judged, ...(stolen !== undefined && { stolen }) };
}

function summarizeRows(of: string, all: readonly Row[]): RowResult {
  const rounds: Record<string, number[]> = {};
  for (const { figures } of all) {
    for (const [figure, value] of Object.entries(figures)) (rounds[figure] ??= []).push(value);
  }
  const figures = Object.fromEntries(
    Object.entries(rounds).map(([name, values]) => [name, getMedian(values)]),
  );
  const remarks = new Set(all.flatMap(({ remark }) => remark ?? []));
  return { of, figures, rounds, remarks: [...remarks] };
}
