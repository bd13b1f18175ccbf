import { type Hit, MARKED_NAME, SearchedText, type SearchWords } from '@snug/protocol';

export interface ExcerptPart {
  text: string;
  isHit: boolean;
}

const MAX_LENGTH = 300;
/** Before the first hit. */
const MAX_LEAD = 80;
/** How far a cut moves to the end of a word. */
const MAX_CUT_WORD = 24;

/** Where the text has the wanted words, in order and without overlaps. */
export function findWords(text: string, { wanted }: SearchWords): Hit[] {
  const searched = new SearchedText(text);
  // A part of a character that has several has no letters of its own.
  const hits = wanted
    .flatMap(word => searched.findHits(word))
    .filter(({ start, end }) => end > start)
    .toSorted((a, b) => a.start - b.start);
  const joined: Hit[] = [];
  for (const hit of hits) {
    const last = joined.at(-1);
    const end = trimEnd(text, hit);
    if (last && hit.start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start: hit.start, end });
  }
  return joined;
}

/** Without the `_` of `harbour_plan`: the next part of a word begins after it. */
function trimEnd(text: string, { start, end }: Hit): number {
  let trimmed = end;
  while (trimmed > start + 1 && text[trimmed - 1] === '_') trimmed--;
  return trimmed;
}

/** A hit in the name of an emoji is the whole emoji. */
function widenToEmoji(line: string, hits: readonly Hit[]): readonly Hit[] {
  if (hits.length === 0) return hits;
  const names = [...line.matchAll(MARKED_NAME)].map(({ 0: name, index }) => ({
    start: index,
    end: index + name.length,
  }));
  let first = 0;
  return hits.map(({ start, end }) => {
    while (first < names.length && (names[first]?.end ?? end) <= start) first++;
    const wide = { start: Math.min(start, names[first]?.start ?? start), end };
    for (let at = first; (names[at]?.start ?? end) < end; at++)
      wide.end = Math.max(end, names[at]?.end ?? end);
    return wide;
  });
}

/** The part of a text around its first hit, on one line. */
export function createExcerpt(text: string, words: SearchWords): ExcerptPart[] {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  const hits = widenToEmoji(line, findWords(line, words));
  const isShort = line.length <= MAX_LENGTH;
  const start = isShort ? 0 : findStart(line, hits[0]?.start ?? 0);
  const end = isShort ? line.length : findEnd(line, start + MAX_LENGTH);
  const parts: ExcerptPart[] = [];
  const add = (text: string, isHit: boolean) => {
    if (text !== '') parts.push({ text, isHit });
  };
  let place = start;
  for (const hit of hits) {
    if (hit.start >= end) break;
    if (hit.end <= place) continue;
    add(line.slice(place, Math.max(place, hit.start)), false);
    add(line.slice(Math.max(place, hit.start), Math.min(hit.end, end)), true);
    place = Math.min(hit.end, end);
  }
  add(line.slice(place, end), false);
  return [
    ...(start > 0 ? [{ text: '…', isHit: false }] : []),
    ...parts,
    ...(end < line.length ? [{ text: '…', isHit: false }] : []),
  ];
}

function findStart(line: string, firstHit: number): number {
  const start = Math.min(Math.max(0, firstHit - MAX_LEAD), line.length - MAX_LENGTH);
  if (start <= 0) return 0;
  const space = line.indexOf(' ', start);
  if (space !== -1 && space - start <= MAX_CUT_WORD && space < firstHit) return space + 1;
  return isLowSurrogate(line, start) ? start + 1 : start;
}

function findEnd(line: string, most: number): number {
  if (most >= line.length) return line.length;
  const space = line.lastIndexOf(' ', most);
  if (space !== -1 && most - space <= MAX_CUT_WORD) return space;
  return isLowSurrogate(line, most) ? most - 1 : most;
}

function isLowSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc_00) === 0xdc_00;
}
