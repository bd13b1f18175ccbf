export interface Span {
  kind: 'text' | 'code';
  text: string;
  /** The offset of `text` in the message. */
  start: number;
  /** The number of backticks on each side. */
  ticks: number;
}

/** A paragraph, or code between triple backticks. */
export type Block =
  | { kind: 'paragraph'; spans: Span[] }
  /** `language`: the word after the first backticks, if the code begins on the next line; otherwise empty. */
  | { kind: 'code'; language: string; text: string; start: number };

interface BacktickRun {
  start: number;
  length: number;
  line: number;
}

const LANGUAGE = /^[a-z][\w+#.-]{0,19}[ \t]*(?=\n)/i;

const FENCE_LENGTH = 3;

/** Code ends at as many backticks as it began with, inline code on the same line. Other backticks are plain text. */
export function splitCode(text: string): Block[] {
  const runs = findBacktickRuns(text);
  const closings = findClosings(text, runs);
  const blocks: Block[] = [];
  let end = 0;
  for (let index = 0; index < runs.length; index++) {
    const [open, closing = -1] = [runs[index], closings[index]];
    const close = runs[closing];
    if (!open || !close) continue;
    addSpan(blocks, { kind: 'text', text: text.slice(end, open.start), start: end, ticks: 0 });
    end = getRunEnd(close);
    const start = getRunEnd(open);
    const code = text.slice(start, end - open.length);
    if (open.length >= FENCE_LENGTH) blocks.push(toCodeBlock(code, start));
    else addSpan(blocks, { kind: 'code', text: code, start, ticks: open.length });
    index = closing;
  }
  addSpan(blocks, { kind: 'text', text: text.slice(end), start: end, ticks: 0 });
  return blocks;
}

function toCodeBlock(code: string, start: number): Block {
  const [language = ''] = LANGUAGE.exec(code) ?? [];
  const text = code.slice(language.length);
  return /\S/.test(text)
    ? { kind: 'code', language, text, start: start + language.length }
    : { kind: 'code', language: '', text: code, start };
}

function addSpan(blocks: Block[], span: Span): void {
  if (span.text === '') return;
  const last = blocks.at(-1);
  if (last?.kind === 'paragraph') last.spans.push(span);
  else blocks.push({ kind: 'paragraph', spans: [span] });
}

function findBacktickRuns(text: string): BacktickRun[] {
  let line = 0;
  const runs: BacktickRun[] = [];
  for (const { 0: found, index } of text.matchAll(/`+|\n/g)) {
    if (found === '\n') line++;
    else runs.push({ start: index, length: found.length, line });
  }
  return runs;
}

function getRunEnd({ start, length }: BacktickRun): number {
  return start + length;
}

/** Returns the index of the closing run for each run. Linear: one pass from the last run to the first. */
function findClosings(text: string, runs: readonly BacktickRun[]): (number | undefined)[] {
  const nextOfLength = new Map<number, number>();
  // A stack of runs that can close an earlier block, the nearest on top. Only longer runs are below a run.
  const fences: number[] = [];
  const lengthOf = (index: number | undefined) => runs[index ?? -1]?.length ?? Number.POSITIVE_INFINITY;
  const closings: (number | undefined)[] = [];
  for (const [index, run] of [...runs.entries()].toReversed()) {
    while (lengthOf(fences.at(-1)) < run.length) fences.pop();
    const found = run.length >= FENCE_LENGTH ? fences.at(-1) : nextOfLength.get(run.length);
    closings[index] = found !== undefined && canClose(text, run, runs[found]) ? found : undefined;
    nextOfLength.set(run.length, index);
    fences.push(index);
  }
  return closings;
}

/** Code must not be empty, and inline code must not contain a line break. */
function canClose(text: string, open: BacktickRun, close: BacktickRun | undefined): boolean {
  if (!close || (open.length < FENCE_LENGTH && open.line !== close.line)) return false;
  const visible = /\S/g;
  visible.lastIndex = getRunEnd(open);
  return (visible.exec(text)?.index ?? text.length) < getRunEnd(close) - open.length;
}
