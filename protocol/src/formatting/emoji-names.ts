import { isUnspaced } from '../text/scripts.ts';

/** `:name:`, as typed. */
export interface EmojiName {
  start: number;
  end: number;
  name: string;
}

const TYPED = /:([a-z0-9_+-]{2,40}):/g;
const CHARACTER_BEFORE = /[^]$/u;
/** Times, addresses, paths and code have colons, too: "10:30:45", "a::b::c". */
const WITHIN_CODE = /[\p{L}\p{N}:/\\@#=&%$]/u;
const WORD_AFTER = /^[a-z0-9]/i;

/** The names of a line that stand apart from its words, or follow another name. Linear. */
export function locateEmojiNames(line: string): EmojiName[] {
  const names: EmojiName[] = [];
  TYPED.lastIndex = 0;
  for (let found = TYPED.exec(line); found; found = TYPED.exec(line)) {
    const [{ length }, name = ''] = found;
    const [start, end] = [found.index, found.index + length];
    const isFree = names.at(-1)?.end === start || canBegin(line, start);
    if (isFree && !WORD_AFTER.test(line.charAt(end))) names.push({ start, end, name });
    // The closing colon can open the next name.
    else TYPED.lastIndex = end - 1;
  }
  return names;
}

function canBegin(line: string, start: number): boolean {
  const [before = ''] = CHARACTER_BEFORE.exec(line.slice(Math.max(0, start - 2), start)) ?? [];
  return !WITHIN_CODE.test(before) || isUnspaced(before);
}
