import { findMarkedText, type InlineFormat, MARKS, type MarkedText, measureLayers } from './mark-layers.ts';
import { findLines, type Selection, type TextEdit } from './text-edit.ts';

/** Of quotes and lists: marks stand after it. */
const LINE_START = /^(?:> ?)*(?: *(?:[-*•]|\d{1,9}[.)]) +)?/;
const LETTERS_BEFORE = /[\p{L}\p{N}]{0,100}$/u;
const LETTERS_AFTER = /^[\p{L}\p{N}]{0,100}/u;

/** Marks do not span lines, so each line gets its own. Removes them if all selected lines have them. */
export function toggleMarks(text: string, selection: Selection, format: InlineFormat): TextEdit {
  const parts = findParts(text, selection, format);
  if (parts.length === 0) return toggleAtCaret(text, selection, format);
  const isRemoving = parts.every(({ layers }) => layers.some(layer => layer.format === format));
  const edits = parts.map(part =>
    isRemoving ? removeMarks(text, part, format) : addMarks(text, part, format),
  );
  return join(text, edits);
}

function findParts(text: string, selection: Selection, format: InlineFormat): MarkedText[] {
  return findLines(text, selection).flatMap(line => {
    const [prefix = ''] = LINE_START.exec(line.text) ?? [];
    const from = Math.max(selection.start, line.start + prefix.length);
    const to = Math.min(selection.end, line.end);
    if (text.slice(from, to).trim() === '') return [];
    const part = trim(text, { start: from, end: to });
    const marked = findMarkedText(text, part);
    return [marked.layers.length > 0 || format === 'code' ? marked : expandToWords(text, line, part)];
  });
}

/** Styles only begin and end at the edges of words. */
function expandToWords(text: string, line: Selection, { start, end }: Selection): MarkedText {
  const before = LETTERS_BEFORE.exec(text.slice(Math.max(line.start, start - 100), start))?.[0] ?? '';
  const after = LETTERS_AFTER.exec(text.slice(end, Math.min(line.end, end + 100)))?.[0] ?? '';
  return findMarkedText(text, { start: start - before.length, end: end + after.length });
}

function trim(text: string, { start, end }: Selection): Selection {
  const part = text.slice(start, end);
  return { start: end - part.trimStart().length, end: start + part.trimEnd().length };
}

function removeMarks(text: string, { start, end, layers }: MarkedText, format: InlineFormat): TextEdit {
  const index = layers.findIndex(layer => layer.format === format);
  const inner = measureLayers(layers.slice(0, index));
  const outer = measureLayers(layers.slice(0, index + 1));
  const kept = text.slice(start - inner, end + inner);
  const from = start - outer;
  const selected = { start: from + inner, end: from + inner + end - start };
  return { start: from, end: end + outer, text: kept, selected };
}

/** Code goes inside other marks, because marks in code show as typed. */
function addMarks(text: string, { start, end, layers }: MarkedText, format: InlineFormat): TextEdit {
  const outer = format === 'code' ? 0 : measureLayers(layers);
  const [from, to] = [start - outer, end + outer];
  const content = text.slice(from, to);
  if (layers.some(layer => layer.format === format))
    return { start: from, end: to, text: content, selected: { start, end } };
  const mark = format === 'code' ? chooseTicks(content) : MARKS[format];
  const moved = from + mark.length + outer;
  const selected = { start: moved, end: moved + end - start };
  return { start: from, end: to, text: mark + content + mark, selected };
}

function chooseTicks(content: string): string {
  return content.includes('`') && !content.includes('``') ? '``' : '`';
}

/** Without a selected text: marks around the caret, or none if they are there and empty. */
function toggleAtCaret(text: string, { start, end }: Selection, format: InlineFormat): TextEdit {
  const mark = MARKS[format];
  const { length } = mark;
  const isEmpty = text.slice(start - length, start) === mark && text.slice(end, end + length) === mark;
  if (isEmpty && start >= length) {
    const caret = start - length;
    return { start: caret, end: end + length, text: '', selected: { start: caret, end: caret } };
  }
  const caret = start + length;
  return { start, end: start, text: mark + mark, selected: { start: caret, end: caret } };
}

function join(text: string, edits: readonly TextEdit[]): TextEdit {
  const [first, last] = [edits[0], edits.at(-1)];
  if (!first || !last) throw new Error('no edits');
  let [joined, at] = ['', first.start];
  let moved = 0;
  for (const edit of edits) {
    joined += text.slice(at, edit.start) + edit.text;
    at = edit.end;
    if (edit !== last) moved += edit.text.length - (edit.end - edit.start);
  }
  const selected = { start: first.selected.start, end: last.selected.end + moved };
  return { start: first.start, end: last.end, text: joined, selected };
}
