import { countExcessCharacters } from '../excess-characters.ts';

export const MIN_FILE_LINES = 21;

/** The part of a text that can become a file: a long paste, or all of a text that is too long for a message. */
export function chooseFilePart(text: string, pasted: string | undefined): string | undefined {
  const place = pasted === undefined || pasted === '' ? -1 : text.indexOf(pasted);
  const part = place === -1 ? '' : (pasted ?? '');
  if (countLines(part) >= MIN_FILE_LINES) return part;
  if (countExcessCharacters(text) === 0) return undefined;
  const rest = text.slice(0, Math.max(0, place)) + text.slice(Math.max(0, place) + part.length);
  return isLong(part) && countExcessCharacters(rest) === 0 ? part : text;
}

export function countLines(text: string): number {
  return text.split('\n').length;
}

/** A short paste at the end of a long text is no file of its own. */
function isLong(part: string): boolean {
  return part.length >= MIN_PART_LENGTH;
}

/** In UTF-16 units. */
const MIN_PART_LENGTH = 1_000;
