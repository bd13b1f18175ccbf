import { QUOTE } from './block-marks.ts';
import type { Level } from './level.ts';

export interface BacktickRun {
  start: number;
  length: number;
  line: number;
  /** In a quote, whose code is read with the quote. It can only end code that began before the quote. */
  isQuoted: boolean;
}

/** `isEmpty`: nothing is between the two runs, which then are plain text. */
interface Closing {
  index: number;
  isEmpty: boolean;
}

export const FENCE_LENGTH = 3;

const QUOTES = /^(?:> ?)+/;

/** `hasQuotes`: quotes within the text are blocks of their own. */
export function findBacktickRuns(level: Level, hasQuotes: boolean): BacktickRun[] {
  return level.lines.flatMap(({ text }, line) => {
    const isQuoted = hasQuotes && QUOTE.test(text);
    const marks = isQuoted ? (QUOTES.exec(text)?.[0].length ?? 0) : -1;
    return [...text.matchAll(/`+/g)]
      .filter(({ index }) => index !== marks)
      .map(({ 0: run, index }) => ({
        start: level.getBegin(line) + index,
        length: run.length,
        line,
        isQuoted,
      }));
  });
}

export function getRunEnd({ start, length }: BacktickRun): number {
  return start + length;
}

/** The run that ends the code of each run. Linear: one pass from the last run to the first. */
export function findClosings(text: string, runs: readonly BacktickRun[]): (Closing | undefined)[] {
  const nextOfLength = new Map<number, number>();
  // A stack of runs that can close an earlier block, the nearest on top. Only longer runs are below a run.
  const fences: number[] = [];
  const lengthOf = (index: number | undefined) => runs[index ?? -1]?.length ?? Number.POSITIVE_INFINITY;
  const closings: (Closing | undefined)[] = [];
  for (const [index, run] of [...runs.entries()].toReversed()) {
    while (lengthOf(fences.at(-1)) < run.length) fences.pop();
    const found = run.length >= FENCE_LENGTH ? fences.at(-1) : nextOfLength.get(run.length);
    if (found !== undefined && !run.isQuoted) closings[index] = toClosing(text, run, runs[found], found);
    if (!run.isQuoted) nextOfLength.set(run.length, index);
    fences.push(index);
  }
  return closings;
}

/** Inline code must not contain a line break. */
function toClosing(
  text: string,
  open: BacktickRun,
  close: BacktickRun | undefined,
  index: number,
): Closing | undefined {
  if (!close || (open.length < FENCE_LENGTH && open.line !== close.line)) return undefined;
  return { index, isEmpty: findVisible(text, getRunEnd(open)) >= getRunEnd(close) - open.length };
}

export function findVisible(text: string, from: number): number {
  const visible = /\S/g;
  visible.lastIndex = from;
  return visible.exec(text)?.index ?? text.length;
}
