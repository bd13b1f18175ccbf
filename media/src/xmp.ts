import { toByteText } from './byte-text.ts';
import { isCommentName, isPlaceName } from './place-name.ts';
import type { Range } from './positions.ts';

interface Tag {
  start: number;
  end: number;
  name: string;
  kind: 'open' | 'close' | 'empty' | 'other';
  /** With the ranges of their names and values. */
  attributes: { name: string; range: Range }[];
}

/**
 * What spaces replace in XMP, so that its places and comments go: attributes and elements. The rest
 * stays, because it also describes depth and brightness of the pixels. All of it if it is not XML in one byte a letter.
 */
export function listXmpPlaces(bytes: Uint8Array): Range[] {
  const text = toByteText(bytes);
  const ranges: Range[] = [];
  let depth = 0;
  let from = 0;
  for (let tag = readTag(text, 0); ; tag = readTag(text, tag.end)) {
    if (!tag || text.charCodeAt(1) === 0) return [{ start: 0, end: text.length }];
    if (tag.start === text.length) break;
    if (depth > 0) {
      depth += getDepthChange(tag);
      if (depth === 0) ranges.push({ start: from, end: tag.end });
    } else {
      const isWhole = isRemoved(tag.name);
      if (tag.kind === 'open' && isWhole) [depth, from] = [1, tag.start];
      else if (isWhole && tag.kind === 'empty') ranges.push(tag);
      else ranges.push(...tag.attributes.filter(({ name }) => isRemoved(name)).map(({ range }) => range));
    }
  }
  return depth > 0 ? [{ start: 0, end: text.length }] : ranges.map(({ start, end }) => ({ start, end }));
}

/** Names of namespaces and of RDF itself are no fields. */
function isRemoved(name: string): boolean {
  if (/^(?:xmlns|rdf|xml)(?::|$)/.test(name)) return false;
  return isPlaceName(name) || isCommentName(name);
}

function getDepthChange({ kind }: Tag): number {
  return kind === 'open' ? 1 : kind === 'close' ? -1 : 0;
}

/** Comments, data, instructions and declarations. */
const OTHERS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const;

/** The next tag; one without a length at the end. Undefined if a tag does not end. */
function readTag(text: string, from: number): Tag | undefined {
  const start = text.indexOf('<', from);
  if (start === -1) return { start: text.length, end: text.length, name: '', kind: 'other', attributes: [] };
  const mark = text[start + 1];
  if (mark !== '!' && mark !== '?') return readElement(text, start);
  for (const [begin, finish] of OTHERS) {
    if (!text.startsWith(begin, start)) continue;
    const end = text.indexOf(finish, start + begin.length);
    return end === -1
      ? undefined
      : { start, end: end + finish.length, name: '', kind: 'other', attributes: [] };
  }
  return undefined;
}

const NAME = /[^\s<>/="']+/y;
const SPACE = /\s*/y;
const EQUALS = /\s*=\s*/y;

function readElement(text: string, start: number): Tag | undefined {
  const isClose = text[start + 1] === '/';
  const attributes: Tag['attributes'] = [];
  let at = start + (isClose ? 2 : 1);
  const name = match(NAME, text, at);
  at += name.length;
  while (at < text.length) {
    at += match(SPACE, text, at).length;
    const isEmpty = text[at] === '/';
    if (text[isEmpty ? at + 1 : at] === '>') {
      const kind = isClose ? 'close' : isEmpty ? 'empty' : 'open';
      return { start, end: at + (isEmpty ? 2 : 1), name, kind, attributes };
    }
    const attribute = match(NAME, text, at);
    const valueAt = at + attribute.length + match(EQUALS, text, at + attribute.length).length;
    const quote = text[valueAt] ?? '';
    const end = quote === '"' || quote === "'" ? text.indexOf(quote, valueAt + 1) : -1;
    if (attribute === '' || end === -1) return undefined;
    attributes.push({ name: attribute, range: { start: at, end: end + 1 } });
    at = end + 1;
  }
  return undefined;
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
