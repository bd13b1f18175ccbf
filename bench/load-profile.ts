import { runLoadProcess } from './load/load-process.ts';
import type { LoadReport } from './load/plan.ts';
import type { Figures, Round, Row } from './measurement.ts';
import type { LoadPopulation, Target } from './targets/target.ts';

/** Above this share of its core, a load measures itself. */
const MAX_LOAD_CPU_SHARE = 0.8;

export interface LoadProfile extends LoadPopulation {
  /** Messages per second of all senders together; without it, each sends after the result of its last message. */
  rate?: number;
  warmUpMs: number;
  measureMs: number;
}

/** Runs the same load on each target in turn; a short one in a quick round. */
export async function measureTargets(
  targets: readonly Target[],
  profile: LoadProfile,
  { quick }: Pick<Round, 'quick'>,
  figuresOf: (report: LoadReport) => Figures,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const target of targets) {
    const problem = target.problem();
    if (problem) rows.push({ of: target.name, figures: {}, remark: problem });
    else rows.push(toRow(target, await runLoad(target, quick ? shorten(profile) : profile), figuresOf));
  }
  return rows;
}

export async function runLoad(
  target: Target,
  { warmUpMs, measureMs, rate, ...population }: LoadProfile,
): Promise<LoadReport> {
  const { stop, pid, ...running } = await target.start(population);
  try {
    const times = { warmUpMs, measureMs, ...(rate !== undefined && { rate }) };
    return await runLoadProcess({ ...running, pids: [pid], ...times });
  } finally {
    await stop();
  }
}

function shorten(act: LoadProfile): LoadProfile {
  return { ...act, warmUpMs: 500, measureMs: 1_000 };
}

function toRow({ name }: Target, report: LoadReport, figuresOf: (report: LoadReport) => Figures): Row {
  const figures = { ...figuresOf(report), 'load busy, %': report.busy * 100 };
  const isMarked = report.busy > MAX_LOAD_CPU_SHARE;
  return { of: name, figures, ...(isMarked && { remark: 'the load was too busy for a reliable result' }) };
}

/** The server's CPU time per delivery in µs, and the deliveries per write, if the system reports them. */
export function toCostFigures({ serverUse, deliveries }: LoadReport): Figures {
  if (!serverUse) return {};
  return {
    'µs a delivery': (serverUse.cpuMs * 1_000) / deliveries,
    'deliveries a write': deliveries / serverUse.writes,
  };
}
