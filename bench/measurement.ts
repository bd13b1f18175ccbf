/** By column heading, which contains the unit: `{ 'p99, ms': 12 }`. */
export type Figures = Readonly<Record<string, number>>;

/** One line of a table in one round: Snug, a peer, or one of several cases. */
export interface Row {
  of: string;
  figures: Figures;
  /** Why figures are missing or unreliable. */
  remark?: string;
}

/** A limit for a figure of Snug: either `atMost` or `atLeast`. */
export interface Goal {
  figure: string;
  /** The row of the figure; by default `Snug`. */
  of?: string;
  atMost?: number;
  atLeast?: number;
  /** A row whose figure is multiplied with the limit. */
  timesOf?: string;
}

export interface Round {
  /** Counts from 0. */
  index: number;
  /** Only checks that the measurement runs, as briefly as possible. */
  quick: boolean;
  /** For measurements with large data: the share of them, more than 0. */
  scale: number;
  /** How often each case of the search is measured. */
  searches: number;
  /** Empty in the first round and shared by all, unless `--folder` names it: for data that take long to create. */
  folder: string;
}

export interface Measurement {
  name: string;
  /** `npm run bench -- <group>` runs all measurements of a group. */
  group?: string;
  title: string;
  goals: readonly Goal[];
  /** The number of rounds, if the default would take too long. */
  rounds?: number;
  /** Measures everything once, one target after the other, so that rounds alternate between targets. */
  run(round: Round): Promise<Row[]>;
}
