import { listLevels } from './levels.ts';

/** The level whose tests found a fault of this kind. */
export interface Finding {
  kind: string;
  level?: string | undefined;
}

const LEVELS = listLevels({ name: '', file: '', find: '', replace: '' });

/** Counts by kind and level, and the share that the unit tests find, which are part of `npm test`. */
export function createTable(findings: readonly Finding[]): string {
  const kinds = [...new Set(findings.map(({ kind }) => kind))];
  const count = (level: string | undefined, kind?: string) =>
    findings.filter(finding => finding.level === level && (kind ?? finding.kind) === finding.kind).length;
  const rows = [...LEVELS.map(({ name }) => name), undefined].map(level => [
    level ?? 'not found',
    ...kinds.map(kind => count(level, kind)),
    count(level),
  ]);
  const all = kinds.map(kind => findings.filter(finding => finding.kind === kind).length);
  const table = [['found by', ...kinds, 'all'], ...rows, ['faults', ...all, findings.length]].map(
    ([first = '', ...cells]) =>
      `${String(first).padEnd(28)}${cells.map(cell => String(cell).padStart(8)).join('')}`,
  );
  const unit = LEVELS.filter(({ runner }) => runner === 'unit').reduce(
    (sum, { name }) => sum + count(name),
    0,
  );
  const share = findings.length === 0 ? 0 : Math.floor((100 * unit) / findings.length);
  return [
    ...table,
    '',
    `npm test finds at least ${unit} of ${findings.length} (${share} %), with its unit tests.`,
  ].join('\n');
}
