import { load } from './load/load-process.ts';
import type { LoadReport } from './load/plan.ts';
import type { Figures, Round, Row } from './measurement.ts';
import type { Scene, Target } from './targets/target.ts';

/** From this share of its core on, a load measures itself. */
const MOST_BUSY = 0.8;

export interface Act extends Scene {
  /** Messages a second, by all together; without it each sends when the one before is answered. */
  rate?: number;
  warmUpMs: number;
  measureMs: number;
}

/** Plays the same to each target, one after the other; in short where the round is a quick one. */
export async function play(
  targets: readonly Target[],
  act: Act,
  { quick }: Pick<Round, 'quick'>,
  figuresOf: (report: LoadReport) => Figures,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const target of targets) {
    const problem = target.problem();
    if (problem) rows.push({ of: target.name, figures: {}, remark: problem });
    else rows.push(rowOf(target, await playTo(target, quick ? inShort(act) : act), figuresOf));
  }
  return rows;
}

export async function playTo(
  target: Target,
  { warmUpMs, measureMs, rate, ...scene }: Act,
): Promise<LoadReport> {
  const { stop, ...running } = await target.start(scene);
  try {
    return await load({ ...running, warmUpMs, measureMs, ...(rate !== undefined && { rate }) });
  } finally {
    await stop();
  }
}

function inShort(act: Act): Act {
  return { ...act, warmUpMs: 500, measureMs: 1_000 };
}

function rowOf({ name }: Target, report: LoadReport, figuresOf: (report: LoadReport) => Figures): Row {
  const figures = { ...figuresOf(report), 'load busy, %': report.busy * 100 };
  const isMarked = report.busy > MOST_BUSY;
  return { of: name, figures, ...(isMarked && { remark: 'the load was too busy to be sure' }) };
}

/**
 * What a delivery costs the server, in microseconds of processor time, and how many of them leave in one write, where that can
 * be seen.
 */
export function costOf({ server, deliveries }: LoadReport): Figures {
  if (!server) return {};
  return {
    'µs a delivery': (server.cpuMs * 1_000) / deliveries,
    'deliveries a write': deliveries / server.writes,
  };
}
