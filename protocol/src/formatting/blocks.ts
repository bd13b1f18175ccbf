import { CONTINUATION, ITEM, QUOTE } from './block-marks.ts';
import { type CodePart, splitCode } from './code.ts';
import { type Inline, parseInline } from './inline.ts';
import { Level, type SourceLine, splitSource } from './level.ts';
import { getText, type Line, splitLines, stripStart } from './lines.ts';

export interface ListItem {
  /** As typed, such as "-" or "2.". */
  marker: string;
  isNumbered: boolean;
  /** 0 to `MAX_LEVEL`. */
  level: number;
  blocks: ItemBlock[];
}

export interface ParagraphBlock {
  kind: 'paragraph';
  content: Inline[];
}

interface CodeBlock {
  kind: 'code';
  language: string;
  text: string;
  /** More of its words are not highlighted. */
  maxTokens?: number;
}

export type ItemBlock = ParagraphBlock | CodeBlock;

/** Each block ends with the line break that separates it from the next one. */
export type TextBlock =
  | ParagraphBlock
  | CodeBlock
  | { kind: 'quote'; blocks: TextBlock[] }
  | { kind: 'list'; items: ListItem[] };

export interface ParseOptions {
  /** The server has cut the text: marks without their ends are left out, too. */
  isCut?: boolean;
}

type Row = Line | CodePart;

const MAX_QUOTE_DEPTH = 3;
const MAX_LEVEL = 3;
const SPACES_PER_LEVEL = 2;

/**
 * Formats the text of a message. All of it is in the result, except marks: those of blocks, styles, code and links, with the addresses
 * of named links. Linear, and at most `MAX_QUOTE_DEPTH` quotes deep.
 */
export function parseBlocks(text: string, { isCut = false }: ParseOptions = {}): TextBlock[] {
  return parseLevel(splitSource(text), 0, isCut);
}

/** Code within a quote or an item belongs to it, so quotes are found first, then code, then lists. */
function parseLevel(lines: readonly SourceLine[], depth: number, isCut: boolean): TextBlock[] {
  const level = new Level(lines, isCut);
  const rows = splitCode(level, depth < MAX_QUOTE_DEPTH).flatMap((part, index): Row[] =>
    part.kind === 'code' ? [part] : splitLines(level, part.spans, { followsCode: index > 0 }),
  );
  const blocks: TextBlock[] = [];
  for (let index = 0; index < rows.length; ) {
    const kind = classify(rows, index, depth);
    const begin = index;
    do index++;
    while (index < rows.length && belongs(rows, index, kind, depth));
    const isLast = index === rows.length;
    blocks.push(...toBlocks(kind, rows.slice(begin, index), depth, isCut && isLast));
  }
  return blocks;
}

type RowKind = TextBlock['kind'];

function classify(rows: readonly Row[], index: number, depth: number): RowKind {
  const row = rows[index];
  if (row?.kind !== 'line') return 'code';
  if (QUOTE.test(getText(row)) && depth < MAX_QUOTE_DEPTH) return 'quote';
  return isItem(row, rows[index + 1]) ? 'list' : 'paragraph';
}

/** A marker without a text is plain text. */
function isItem(line: Line, next: Row | undefined): boolean {
  const [found] = ITEM.exec(getText(line)) ?? [];
  if (found === undefined) return false;
  const hasCode = line.spans.length > 1 || (line.lineBreak === undefined && next?.kind === 'code');
  return hasCode || found.length < getText(line).length;
}

function belongs(rows: readonly Row[], index: number, kind: RowKind, depth: number): boolean {
  const next = classify(rows, index, depth);
  if (kind !== 'list') return next === kind && kind !== 'code';
  const [row, before] = [rows[index], rows[index - 1]];
  if (row?.kind === 'line')
    return next === 'list' || (next === 'paragraph' && (!row.isWhole || CONTINUATION.test(getText(row))));
  const isOnLineOfItem = before?.kind === 'line' && before.lineBreak === undefined;
  return row !== undefined && (isOnLineOfItem || CONTINUATION.test(' '.repeat(row.indent)));
}

function toBlocks(kind: RowKind, rows: readonly Row[], depth: number, isCut: boolean): TextBlock[] {
  const lines = rows.filter(row => row.kind === 'line');
  if (kind === 'list') return [{ kind, items: toItems(rows, isCut) }];
  if (kind === 'paragraph') {
    const content = lines.flatMap((line, index) => toContent(line, isCut && index === lines.length - 1));
    return content.length > 0 ? [{ kind, content }] : [];
  }
  if (kind === 'code') return rows.flatMap(row => (row.kind === 'code' ? [toCodeBlock(row)] : []));
  return [{ kind, blocks: parseLevel(toSource(lines), depth + 1, isCut) }];
}

/** A line of a quote has one span: its code is read with the quote. */
function toSource(lines: readonly Line[]): SourceLine[] {
  const source = lines.map(line => {
    const [mark = ''] = QUOTE.exec(getText(line)) ?? [];
    return { text: getText(line).slice(mark.length), start: (line.spans[0]?.start ?? 0) + mark.length };
  });
  const last = lines.at(-1);
  const end = last?.lineBreak;
  // An empty last line keeps the line break that separates the quote from the next block.
  return end === undefined ? source : [...source, { text: '', start: end + 1 }];
}

function toItems(rows: readonly Row[], isCut: boolean): ListItem[] {
  const items: ListItem[] = [];
  for (const [index, row] of rows.entries()) {
    if (row.kind === 'code') {
      items.at(-1)?.blocks.push(toCodeBlock(row));
      continue;
    }
    const [, indent = '', marker = ''] = ITEM.exec(getText(row)) ?? [];
    if (marker !== '') items.push({ ...describeMarker(indent, marker), blocks: [] });
    const content = toContent(
      stripStart(row, marker === '' ? CONTINUATION : ITEM),
      isCut && index === rows.length - 1,
    );
    addContent(items.at(-1), content);
  }
  return items;
}

function addContent(item: ListItem | undefined, content: Inline[]): void {
  const last = item?.blocks.at(-1);
  if (last?.kind === 'paragraph') last.content.push(...content);
  else if (content.length > 0) item?.blocks.push({ kind: 'paragraph', content });
}

function describeMarker(indent: string, marker: string): Omit<ListItem, 'blocks'> {
  const level = Math.min(MAX_LEVEL, Math.floor(indent.length / SPACES_PER_LEVEL));
  return { marker, isNumbered: /\d/.test(marker), level };
}

function toCodeBlock({ language, text }: CodePart): CodeBlock {
  return { kind: 'code', language, text };
}

function toContent({ spans, lineBreak }: Line, isCut: boolean): Inline[] {
  const content = parseInline(spans, isCut);
  if (lineBreak !== undefined) content.push({ kind: 'text', text: '\n', start: lineBreak });
  return content;
}
