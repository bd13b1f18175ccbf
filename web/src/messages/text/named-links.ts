import { type Address, parseAddress } from './links.ts';

/** `[label](address)`, with offsets in the line. */
export interface NamedLink extends Address {
  start: number;
  labelStart: number;
  labelEnd: number;
  end: number;
}

// The label has no brackets, so that the search from each bracket ends at the next one.
const LABEL = /\[([^[\]]+)\]\((?=https?:\/\/|mailto:)/giu;
const VISIBLE = /[^\s\p{C}\p{M}]/u;
// Without invisible characters, which could reverse the displayed text. The length bounds the work for each opening bracket.
const ADDRESS = /[^\s<>"\p{C}]{0,2000}/uy;

/** `line`: without line breaks. Code in it must be masked. Linear. */
export function findNamedLinks(line: string, visible: string): NamedLink[] {
  const links: NamedLink[] = [];
  for (const { 0: found, 1: label = '', index } of line.matchAll(LABEL)) {
    const begin = index + found.length;
    const end = findAddressEnd(line, begin);
    const address = end === undefined ? undefined : parseAddress(line.slice(begin, end));
    const [labelStart, labelEnd] = [index + 1, index + 1 + label.length];
    if (end === undefined || !address || !VISIBLE.test(visible.slice(labelStart, labelEnd))) continue;
    links.push({ ...address, start: index, labelStart, labelEnd, end: end + 1 });
  }
  return links;
}

/** The offset of the closing bracket. The address can contain pairs of brackets. */
function findAddressEnd(line: string, start: number): number | undefined {
  ADDRESS.lastIndex = start;
  const [address = ''] = ADDRESS.exec(line) ?? [];
  let depth = 0;
  for (const { 0: bracket, index } of address.matchAll(/[()]/g)) {
    if (bracket === ')' && depth-- === 0) return start + index;
    if (bracket === '(') depth++;
  }
  return undefined;
}

/** Whether a reader could take the label for an address: then the real host must always show. A mention shows any name. */
export function isAddressLike(label: string): boolean {
  return /[\p{L}\p{N}]\p{P}\p{L}{2}|[@:/\\\ufffc]/u.test(label.normalize('NFKC'));
}
