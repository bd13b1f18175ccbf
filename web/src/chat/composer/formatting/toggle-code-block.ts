import { findLines, type Selection, type TextEdit } from './text-edit.ts';

const FENCE_LINE = /^`{3,}[\w+#.-]{0,20}[ \t]*$/;

/** Whole lines between lines of backticks. */
export function toggleCodeBlock(text: string, selection: Selection): TextEdit {
  const lines = findLines(text, selection);
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) throw new Error('no lines');
  const before = findLineEndingAt(text, first.start - 1);
  const after = findLineStartingAt(text, last.end + 1);
  if (isFence(before) && isFence(after)) return select(before, after, text.slice(first.start, last.end));
  if (lines.length > 2 && isFence(first) && isFence(last)) {
    return select(first, last, text.slice(first.end + 1, last.start - 1));
  }
  const content = text.slice(first.start, last.end);
  const fence = '`'.repeat(Math.max(3, findLongestRun(content) + 1));
  const start = first.start + fence.length + 1;
  return {
    start: first.start,
    end: last.end,
    text: `${fence}\n${content}\n${fence}`,
    selected: { start, end: start + content.length },
  };
}

function select(opening: Selection, closing: Selection, content: string): TextEdit {
  const { start } = opening;
  return { start, end: closing.end, text: content, selected: { start, end: start + content.length } };
}

type FoundLine = ReturnType<typeof findLineEndingAt>;

function isFence(line: FoundLine): line is NonNullable<FoundLine> {
  return line !== undefined && FENCE_LINE.test(line.text);
}

function findLineEndingAt(text: string, end: number) {
  return end < 0 ? undefined : findLines(text, { start: end, end })[0];
}

function findLineStartingAt(text: string, start: number) {
  return start > text.length ? undefined : findLines(text, { start, end: start })[0];
}

function findLongestRun(text: string): number {
  return [...text.matchAll(/`+/g)].reduce((longest, [run]) => Math.max(longest, run.length), 0);
}
