import { UNSPACED } from '../text/scripts.ts';

export interface MarkRun {
  symbol: string;
  start: number;
  length: number;
}

const WORD = String.raw`(?![${UNSPACED}])[\p{L}\p{N}]`;
const ENDS_WITH_WORD = new RegExp(`${WORD}$`, 'u');
const BEGINS_WITH_WORD = new RegExp(`^${WORD}`, 'u');

// Code that nobody marked as code has stars between signs: `count(*)`, `*.ts,*.js`, `/.*x.*/`. Within a style, a sign at the edge
// needs space or the punctuation of a sentence outside.
const NEVER_FIRST = /^(?:\s|[\p{Pe}\p{Terminal_Punctuation}=>/|^%&]|$)/u;
const NEVER_LAST = /(?:^|\s|[\p{Ps}=</|^])$/u;
const FILE_NAME = /^\.\p{L}/u;
const BEGINS_WITH_SIGN = /^[\p{P}\p{Sm}\p{Sc}\p{Sk}]/u;
const ENDS_WITH_SIGN = /[\p{P}\p{Sm}\p{Sc}\p{Sk}]$/u;
const BEFORE_SIGN = /(?:^|[\s\p{Ps}\p{Pd}"'*_~>]|[^\p{ASCII}])$/u;
const AFTER_SIGN = /^(?:$|[\s\p{Pe}\p{Pd}*_~|]|[^\p{ASCII}]|["'.,;:!?](?![\p{L}\p{N}]))/u;
/** Before and after one sign of paths, names and calls: `/_next_/a`, `@_ann_`, `_f_(x)`, `*a*.txt`. */
const BEFORE_CODE = /(?<![.*_~])[./@#$&=]$/;
const AFTER_CODE = /^(?:[./@#$&=](?=[\p{L}\p{N}])|[([{])/u;
const QUOTE = /["']/;

export function canOpen(line: string, run: MarkRun): boolean {
  const [before, next] = getSurroundings(line, run);
  if (ENDS_WITH_WORD.test(before)) return false;
  if (NEVER_FIRST.test(next)) return run.length === 2 && FILE_NAME.test(next) && /(?:^|\s)$/.test(before);
  if (!BEGINS_WITH_SIGN.test(next)) return run.length > 1 || !BEFORE_CODE.test(before);
  return isEdge(before) && !areQuotes(before.at(-1), next.at(0));
}

export function canClose(line: string, run: MarkRun): boolean {
  const [before, next] = getSurroundings(line, run);
  if (BEGINS_WITH_WORD.test(next) || NEVER_LAST.test(before)) return false;
  if (!ENDS_WITH_SIGN.test(before)) return run.length > 1 || !AFTER_CODE.test(next);
  return AFTER_SIGN.test(next) && !areQuotes(before.at(-1), next.at(0));
}

/** Whether a style can begin after this text even with a sign. */
export function isEdge(before: string): boolean {
  return BEFORE_SIGN.test(before);
}

/** Two units on each side, which are one character at least. */
function getSurroundings(line: string, { start, length }: MarkRun): [before: string, next: string] {
  const end = start + length;
  return [line.slice(Math.max(0, start - 2), start), line.slice(end, end + 2)];
}

function areQuotes(one = '', other = ''): boolean {
  return QUOTE.test(one) && QUOTE.test(other);
}
