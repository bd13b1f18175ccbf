import { basename } from 'node:path';
import { getQuantile } from '@snug/testkit/stats.ts';
import type { Figures } from './figures.ts';

export interface Result {
  fault: string;
  name: string;
  passed: boolean;
  seconds: number;
  figures: Figures;
}

interface Report {
  testResults: {
    name: string;
    assertionResults: { title: string; status: string; duration?: number; meta?: { figures?: Figures } }[];
  }[];
}

export function readResults({ testResults }: Report): Result[] {
  const results = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ title, status, duration = 0, meta }) => ({
        fault: basename(name).replace(/\.(faults|cluster)\.test\.ts$/, ''),
        name: title,
        passed: status === 'passed',
        seconds: Math.round(duration / 100) / 10,
        figures: meta?.figures ?? {},
      })),
  );
  return results.toSorted((a, b) => (a.fault < b.fault ? -1 : a.fault > b.fault ? 1 : 0));
}

/** A line for each test file: how many passed, how long they took, and their figures, numbers added up. */
export function formatTable(results: readonly Result[]): string {
  const rows = [...Map.groupBy(results, ({ fault }) => fault)].map(([fault, all]) => [
    fault,
    `${all.filter(({ passed }) => passed).length} of ${all.length}`,
    `${Math.round(all.reduce((sum, { seconds }) => sum + seconds, 0))} s`,
    formatFigures(all.map(({ figures }) => figures)),
  ]);
  const lines = [['fault', 'passed', 'took', 'figures'], ...rows];
  const widths = [0, 1, 2].map(column => Math.max(...lines.map(line => line[column]?.length ?? 0)));
  return lines
    .map(line =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function formatFigures(all: readonly Figures[]): string {
  const names = new Set(all.flatMap(figures => Object.keys(figures)));
  return [...names]
    .map(name =>
      formatFigure(
        name,
        all.map(figures => figures[name] ?? []),
      ),
    )
    .join(', ');
}

/** The sum of counts; the median, a high percentile and the maximum of times. */
function formatFigure(name: string, values: readonly (number | readonly number[])[]): string {
  const counts = values.filter(value => typeof value === 'number');
  if (counts.length > 0) return `${counts.reduce((sum, value) => sum + value, 0)} ${name}`;
  const times = values.flat();
  if (times.length === 1) return `${name} ${getRoundedQuantile(times, 1)} ms`;
  const [middle, most, worst] = [0.5, 0.95, 1].map(share => getRoundedQuantile(times, share));
  return `${name} ${middle} ms (95 % within ${most}, all within ${worst})`;
}

function getRoundedQuantile(values: readonly number[], share: number): number {
  return Math.round(getQuantile(values, share));
}
