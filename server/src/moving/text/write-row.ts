import type { Mention } from '@snug/protocol';
import { ITEM, QUOTE } from '@snug/protocol/formatting/block-marks.ts';
import { Appearance, addCode, MARKER, toPlaceFlags } from './appearance.ts';
import { type CodeRow, type LineRow, MAX_QUOTE_DEPTH, type RowPlace, type TextRow } from './text-row.ts';
import { writeLine } from './write-line.ts';

export interface WrittenRow {
  row: TextRow;
  text: string;
  mentions: Mention[];
  /** Ends with a line break. */
  appearance: Appearance;
  /** Shows what the source shows, whatever the other rows are. */
  isCertain: boolean;
  isBlank: boolean;
}

/** Keeps a line from being a quote or an item, and keeps its indent. Without width. */
const PLAIN_START = '\ufeff';
/** Stands for the text of an item without one. Without width. */
const NO_TEXT = '\u2060';
const MIN_FENCE = 3;
const LANGUAGE = /^[a-z][\w+#.-]{0,19}$/i;

/** `before`: the row before, which can be a list that this one must not continue. */
export function writeRow(row: TextRow, before: TextRow | undefined): WrittenRow {
  return row.kind === 'code' ? writeCode(row) : writeTextRow(row, before);
}

function writeTextRow(row: LineRow, before: TextRow | undefined): WrittenRow {
  const place = toPlaceFlags({ quotes: row.quotes, level: row.item?.level });
  const line = writeLine(row.pieces, place);
  const appearance = new Appearance();
  if (row.item?.isFirst) appearance.add(`${row.item.marker} `, place | MARKER);
  appearance.append(line.appearance);
  appearance.add('\n', place);
  const prefix = toPrefix(row);
  const start = prefix + (needsPlainStart(row, line.text, before) ? PLAIN_START : '');
  const isEmptyItem = row.item?.isFirst && line.text.trim() === '';
  return {
    row,
    text: start + (isEmptyItem ? NO_TEXT : line.text),
    mentions: line.mentions.map(mention => ({ ...mention, start: mention.start + start.length })),
    appearance,
    isCertain: start === '' && line.isCertain,
    isBlank: row.pieces.length === 0,
  };
}

function needsPlainStart({ quotes, item }: LineRow, text: string, before: TextRow | undefined): boolean {
  if (text.trim() === '') return false;
  if (item) return text.startsWith(' ') || (!item.isFirst && ITEM.test(text));
  if (QUOTE.test(text)) return quotes < MAX_QUOTE_DEPTH;
  return ITEM.test(text) || (before?.item !== undefined && text.startsWith('  '));
}

function writeCode(row: CodeRow): WrittenRow {
  const place = toPlaceFlags({ quotes: row.quotes, level: row.item?.level });
  const language = LANGUAGE.test(row.language) ? row.language : '';
  const longest = [...row.text.matchAll(/`+/g)].reduce((longest, [run]) => Math.max(longest, run.length), 0);
  const fence = '`'.repeat(Math.max(MIN_FENCE, longest + 1));
  const [first, others] = [
    toPrefix(row),
    toPrefix({ ...row, item: row.item && { ...row.item, isFirst: false } }),
  ];
  const lines = [`${fence}${language}`, ...row.text.split('\n'), fence];
  const appearance = new Appearance();
  if (row.item?.isFirst) appearance.add(`${row.item.marker} `, place | MARKER);
  addCode(appearance, { language, text: `\n${row.text}\n` }, place);
  return {
    row,
    text: lines.map((line, index) => (index === 0 ? first : others) + line).join('\n'),
    mentions: [],
    appearance,
    isCertain: false,
    isBlank: false,
  };
}

function toPrefix({ quotes, item }: RowPlace): string {
  const marks = '> '.repeat(quotes);
  return item ? `${marks}${'  '.repeat(item.level)}${item.isFirst ? item.marker : ' '} ` : marks;
}
