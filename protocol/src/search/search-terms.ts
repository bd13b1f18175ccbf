import { listNumbers, listRuns, type TextRun, type TextUnit, toUnit } from './text-units.ts';

/** In letters. The text decides about the rest of a longer word. */
export const MAX_TERM_LENGTH = 16;
/** An index of another version is built again. */
export const TERMS_VERSION = 3;

const MAX_KNOWN_RUNS = 20_000;
const MAX_KNOWN_LENGTH = 20;

/** Most words of a message were in an earlier one. */
const knownTerms = new Map<string, readonly string[]>();

/**
 * The terms by which an index finds a text, each once. Of a word, each part up to its end; of an unspaced run, all pairs of
 * neighbours and its last letter. Everything that `findHits` finds begins with one of them.
 */
export function listTerms(text: string): Set<string> {
  const terms = new Set<string>();
  for (const run of listRuns(text)) for (const term of getTermsOfRun(run)) terms.add(term);
  for (const number of listNumbers(text)) for (const term of getTerms(number)) terms.add(term);
  return terms;
}

function getTermsOfRun(run: TextRun): readonly string[] {
  if (run.kind === 'unspaced' || run.text.length > MAX_KNOWN_LENGTH) return getTerms(toUnit(run));
  const known = knownTerms.get(run.text);
  if (known) return known;
  const terms = getTerms(toUnit(run));
  if (knownTerms.size >= MAX_KNOWN_RUNS) knownTerms.clear();
  knownTerms.set(run.text, terms);
  return terms;
}

function getTerms({ kind, letters, starts }: TextUnit): string[] {
  if (kind === 'unspaced') return letters.map((letter, index) => letter + (letters[index + 1] ?? ''));
  return starts.map(start => letters.slice(start, start + MAX_TERM_LENGTH).join(''));
}
