import { formatCount } from '../../../base/describe-count.ts';
import type { Ledger, LedgerKind } from '../ledger.ts';
import { describeChange, describeSkip, nameKind } from './skip-reasons.ts';

type Counts = Ledger['counts'];

const MAX_REASONS = 14;
const MAX_CHANGES = 6;
const KINDS: readonly LedgerKind[] = [
  'person',
  'room',
  'message',
  'reaction',
  'mention',
  'pin',
  'file',
  'emoji',
];

/** What was read, what comes and what is left out, at most 10 lines. */
export function formatTable(counts: Counts, comes: 'comes' | 'stored'): string[] {
  const rows = KINDS.flatMap(kind => {
    const read = counts.read[kind] ?? 0;
    const skipped = sumSkipped(counts, kind);
    return read === 0 && skipped === 0 ? [] : [[nameKind(kind), read, read - skipped, skipped] as const];
  });
  const header = ['', 'read', comes, 'left out'];
  const cells = [
    header,
    ...rows.map(row => row.map(cell => (typeof cell === 'number' ? formatCount(cell) : cell))),
  ];
  const widths = header.map((_, column) => Math.max(...cells.map(row => row[column]?.length ?? 0)));
  return cells.map(row =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** A sentence for each kind and reason, those that people miss first. `max`: of lines. */
export function formatSkipped(counts: Counts, max = MAX_REASONS): string[] {
  const sums = Map.groupBy(counts.skipped, ({ kind, reason }) => `${kind} ${describeSkip(reason).text}`);
  const lines = [...sums.values()].map(same => ({
    kind: same[0]?.kind ?? 'entry',
    text: describeSkip(same[0]?.reason ?? '').text,
    isMissed: same.some(isMissed),
    count: same.reduce((sum, { count }) => sum + count, 0),
  }));
  const sorted = lines.toSorted((a, b) => Number(b.isMissed) - Number(a.isMissed) || b.count - a.count);
  return limit(
    sorted.map(({ kind, text, count }) => `- ${formatCount(count)} ${nameKind(kind, count)}: ${text}`),
    max,
  );
}

/** What comes in another form. */
export function formatChanges(counts: Counts, max = MAX_CHANGES): string[] {
  const sorted = Object.entries(counts.changed).toSorted(([, a], [, b]) => b - a);
  return limit(
    sorted.map(([what, count]) => `- ${formatCount(count)}×: ${describeChange(what)}`),
    max,
  );
}

/** Whether something was left out that somebody may look for. */
export function hasLoss(counts: Counts): boolean {
  return counts.skipped.some(isMissed);
}

function isMissed({ reason }: { reason: string }): boolean {
  return describeSkip(reason).isMissed;
}

function sumSkipped(counts: Counts, kind: LedgerKind): number {
  return counts.skipped.reduce((sum, entry) => sum + (entry.kind === kind ? entry.count : 0), 0);
}

function limit(lines: readonly string[], max: number): string[] {
  if (lines.length <= max) return [...lines];
  return [...lines.slice(0, max - 1), `- and ${lines.length - max + 1} other reasons, which the report has`];
}
