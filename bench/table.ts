import type { GoalResult, RowResult } from './goals.ts';
import type { Result } from './results.ts';

export function formatTable({ name, title, rows, goals, stolen }: Result): string {
  const columns = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))];
  const cells = [['', ...columns], ...rows.map(row => toCells(row, columns))];
  const widths = ['', ...columns].map((_, column) =>
    Math.max(...cells.map(line => line[column]?.length ?? 0)),
  );
  const lines = cells.map(line => line.map((cell, column) => pad(cell, column, widths[column])).join('  '));
  return [
    `${title} (${name})`,
    ...[...lines, ...goals.map(formatGoal), ...formatStealLine(stolen)].map(line => `  ${line.trimEnd()}`),
  ].join('\n');
}

function formatStealLine(stolen: number | undefined): string[] {
  return stolen === undefined
    ? []
    : [`taken by other machines: ${formatNumber(stolen * 100)} % of the processors' time`];
}

function toCells({ of, figures, remarks }: RowResult, columns: readonly string[]): string[] {
  const values = columns.map(column => formatNumber(figures[column]));
  return [of, ...values, remarks.join('; ')];
}

/** Aligns names and remarks left, numbers right. */
function pad(cell: string, column: number, width: number | undefined): string {
  if (width === undefined) return cell;
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

function formatGoal({ goal, value, isReached }: GoalResult): string {
  if (value === undefined) return `? ${goal} (not measured here)`;
  return `${isReached ? '✓' : '✗'} ${goal} (is ${formatNumber(value)})`;
}

function formatNumber(value: number | undefined): string {
  if (value === undefined) return '';
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });
}
