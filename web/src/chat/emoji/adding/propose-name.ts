import { isEmojiName } from '@snug/protocol';

const MAX_LENGTH = 40;
const MARKS = /\p{M}/gu;
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' };

/** A valid name from that of a file; empty if it has no letters for one. `taken`: names of other pictures. */
export function proposeName(file: string, taken: ReadonlySet<string> = new Set()): string {
  const [, base = ''] = /([^/\\]*?)(?:\.[^./\\]*)?$/.exec(file) ?? [];
  const name = base
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .replaceAll(/[ßæœøłđ]/g, letter => LETTERS[letter] ?? '')
    .replaceAll(/[^a-z0-9_+-]+/g, '_')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^[_-]+(?=[^_-])|(?<=[^_-])[_-]+$/g, '');
  return isEmojiName(name) ? makeUnique(name, taken) : '';
}

function makeUnique(name: string, taken: ReadonlySet<string>): string {
  let unique = name;
  for (let number = 2; taken.has(unique); number++) {
    const end = `_${number}`;
    unique = name.slice(0, MAX_LENGTH - end.length) + end;
  }
  return unique;
}
