import { splitCode } from './code.ts';
import { type Inline, parseInline } from './inline.ts';
import { type Line, splitLines, stripStart } from './lines.ts';

export interface ListItem {
  /** As typed, such as "-" or "2.". */
  marker: string;
  isNumbered: boolean;
  /** 0 to `MAX_LEVEL`. */
  level: number;
  content: Inline[];
}

/** Each block ends with the line break that separates it from the next one. */
export type TextBlock =
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'code'; language: string; text: string; start: number }
  | { kind: 'quote'; blocks: TextBlock[] }
  | { kind: 'list'; items: ListItem[] };

const MAX_QUOTE_DEPTH = 3;
const MAX_LEVEL = 3;
const SPACES_PER_LEVEL = 2;

const QUOTE = /^>(?: |$)/;
const ITEM = /^( {0,20})([-*•]|\d{1,9}[.)]) +/;
const CONTINUATION = /^ {2,}/;

/**
 * Formats the text of a message. All of it is in the result, except marks: those of styles, code and links, with the addresses of
 * named links. Linear, and at most `MAX_QUOTE_DEPTH` blocks deep.
 */
export function parseBlocks(text: string): TextBlock[] {
  const parts = splitCode(text);
  return parts.flatMap((part, index): TextBlock[] => {
    if (part.kind === 'code') return [part];
    return parseLines(splitLines(part.spans, { followsCode: index > 0 }), 0);
  });
}

function parseLines(lines: readonly Line[], depth: number): TextBlock[] {
  const blocks: TextBlock[] = [];
  for (let index = 0; index < lines.length; ) {
    const kind = classify(lines, index, depth);
    const begin = index;
    do index++;
    while (index < lines.length && belongs(lines, index, kind, depth));
    blocks.push(toBlock(kind, lines.slice(begin, index), depth));
  }
  return blocks;
}

type LineKind = Exclude<TextBlock['kind'], 'code'>;

function classify(lines: readonly Line[], index: number, depth: number): LineKind {
  const line = lines[index];
  if (QUOTE.test(getText(line)) && depth < MAX_QUOTE_DEPTH) return 'quote';
  return line && isItem(line) ? 'list' : 'paragraph';
}

/** A marker without a text is plain text. */
function isItem(line: Line): boolean {
  const [found] = ITEM.exec(getText(line)) ?? [];
  return found !== undefined && (line.spans.length > 1 || found.length < getText(line).length);
}

function belongs(lines: readonly Line[], index: number, kind: LineKind, depth: number): boolean {
  const next = classify(lines, index, depth);
  return (
    next === kind || (kind === 'list' && next === 'paragraph' && CONTINUATION.test(getText(lines[index])))
  );
}

function toBlock(kind: LineKind, lines: readonly Line[], depth: number): TextBlock {
  if (kind === 'paragraph') return { kind, content: lines.flatMap(toContent) };
  if (kind === 'list') return { kind, items: toItems(lines) };
  return {
    kind,
    blocks: parseLines(
      lines.map(line => stripStart(line, QUOTE)),
      depth + 1,
    ),
  };
}

function toItems(lines: readonly Line[]): ListItem[] {
  const items: ListItem[] = [];
  for (const line of lines) {
    const [, indent = '', marker = ''] = ITEM.exec(getText(line)) ?? [];
    const last = items.at(-1);
    if (marker === '') last?.content.push(...toContent(stripStart(line, CONTINUATION)));
    else items.push({ ...describeMarker(indent, marker), content: toContent(stripStart(line, ITEM)) });
  }
  return items;
}

function describeMarker(indent: string, marker: string): Omit<ListItem, 'content'> {
  const level = Math.min(MAX_LEVEL, Math.floor(indent.length / SPACES_PER_LEVEL));
  return { marker, isNumbered: /\d/.test(marker), level };
}

function toContent({ marks, spans, lineBreak }: Line): Inline[] {
  return [...marks, ...parseInline(spans), ...lineBreak];
}

/** Up to the first code, where the marks of blocks are. */
function getText(line: Line | undefined): string {
  const [first] = line?.spans ?? [];
  return first?.kind === 'text' ? first.text : '';
}
