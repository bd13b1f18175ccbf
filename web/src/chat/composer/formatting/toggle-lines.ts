import { findLines, type Selection, type TextEdit } from './text-edit.ts';

export type LineFormat = 'quote' | 'list';

const QUOTE = /^> ?/;
const LIST = /^((?:> ?)* *)(?:[-*•]|\d{1,9}[.)]) +/;
const LIST_PLACE = /^((?:> ?)* *)/;

/** Begins all selected lines with a mark, or removes it if all of them have it. Empty lines stay out of lists. */
export function toggleLines(text: string, selection: Selection, format: LineFormat): TextEdit {
  const lines = findLines(text, selection);
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) throw new Error('no lines');
  const pattern = format === 'quote' ? QUOTE : LIST;
  const isMarkable = (line: string) => format === 'quote' || lines.length === 1 || /\S/.test(line);
  const isMarked = lines.every(line => !isMarkable(line.text) || pattern.test(line.text));
  const change = (line: string) => (isMarked ? unmark(line, format) : mark(line, format, isMarkable));
  const changed = lines.map(line => change(line.text)).join('\n');
  const [start, end] = [first.start, last.end];
  if (selection.start === selection.end) {
    const moved = selection.start + changed.length - (end - start);
    const caret = Math.max(start, moved);
    return { start, end, text: changed, selected: { start: caret, end: caret } };
  }
  return { start, end, text: changed, selected: { start, end: start + changed.length } };
}

function mark(line: string, format: LineFormat, isMarkable: (line: string) => boolean): string {
  if (!isMarkable(line)) return line;
  if (format === 'quote') return `> ${line}`;
  return LIST.test(line) ? line : line.replace(LIST_PLACE, '$1- ');
}

function unmark(line: string, format: LineFormat): string {
  return format === 'quote' ? line.replace(QUOTE, '') : line.replace(LIST, '$1');
}
