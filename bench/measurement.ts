/** Numbers by the headings of their columns, which say the unit: `{ 'p99, ms': 12 }`. */
export type Figures = Readonly<Record<string, number>>;

/** One line of a table: Snug, a peer, or one of several cases, and what was measured of it in one round. */
export interface Row {
  of: string;
  figures: Figures;
  /** Why the figures are missing, or not to be trusted. */
  remark?: string;
}

/** What a row of Snug must reach. Exactly one of `atMost` and `atLeast`. */
export interface Goal {
  figure: string;
  /** The row that it is asked of; `Snug` where nothing else is said. */
  of?: string;
  atMost?: number;
  atLeast?: number;
  /** The row whose figure the limit is multiplied with; without it the limit is the figure itself. */
  timesOf?: string;
}

export interface Round {
  /** Counts from 0. */
  index: number;
  /** Only to see that it runs: as little of everything as will do. */
  quick: boolean;
  /** An empty folder at the first round, the same one at the others: for what takes long to make. */
  folder: string;
}

/** One file of this folder. */
export interface Measurement {
  /** As it is asked for: `npm run bench -- <name>`. */
  name: string;
  title: string;
  goals: readonly Goal[];
  /** How many rounds, where the usual number would take too long. */
  rounds?: number;
  /** One round: everything once, one after the other, so that rounds alternate between what is compared. */
  run(round: Round): Promise<Row[]>;
}
