import { type Address, parseAddress } from './links.ts';

/** `[label](address)`, with offsets in the line. The label of `![](address)` is the address. */
export interface NamedLink extends Address {
  start: number;
  labelStart: number;
  labelEnd: number;
  end: number;
}

const BRACKETS = /[[\]]/g;
const TARGET = /\((?=https?:\/\/|mailto:)/iy;
const VISIBLE = /[^\s\p{C}\p{M}]/u;
// Without invisible characters, which could reverse the displayed text. The length bounds the work for each opening bracket.
const ADDRESS = /[^\s<>"\p{C}]{0,2000}/uy;

/** `line`: without line breaks. Code in it must be masked. Linear. A link contains no other link. */
export function findNamedLinks(line: string, visible: string): NamedLink[] {
  const links: NamedLink[] = [];
  const open: number[] = [];
  BRACKETS.lastIndex = 0;
  for (let found = BRACKETS.exec(line); found; found = BRACKETS.exec(line)) {
    if (found[0] === '[') {
      open.push(found.index);
      continue;
    }
    const start = open.pop();
    const link = start === undefined ? undefined : readLink(line, visible, start, found.index);
    if (!link) continue;
    links.push(link);
    open.length = 0;
    BRACKETS.lastIndex = link.end;
  }
  return links;
}

function readLink(line: string, visible: string, bracket: number, labelEnd: number): NamedLink | undefined {
  TARGET.lastIndex = labelEnd + 1;
  if (!TARGET.test(line)) return undefined;
  const begin = labelEnd + 2;
  const end = findAddressEnd(line, begin);
  const address = end === undefined ? undefined : parseAddress(line.slice(begin, end));
  if (end === undefined || !address) return undefined;
  const start = isImage(line, bracket) ? bracket - 1 : bracket;
  const hasLabel = VISIBLE.test(visible.slice(bracket + 1, labelEnd));
  if (hasLabel) return { ...address, start, labelStart: bracket + 1, labelEnd, end: end + 1 };
  return start < bracket ? { ...address, start, labelStart: begin, labelEnd: end, end: end + 1 } : undefined;
}

/** An exclamation mark that ends no sentence. */
function isImage(line: string, bracket: number): boolean {
  return line.charAt(bracket - 1) === '!' && /^[\s([{"'|>*_~]?$/.test(line.charAt(bracket - 2));
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
