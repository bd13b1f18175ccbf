import type { Span } from './code.ts';
import type { Inline } from './inline.ts';

/** `marks`: what earlier blocks took from its start, such as "> ". `lineBreak`: empty for the last line of a text. */
export interface Line {
  marks: Inline[];
  spans: Span[];
  lineBreak: Inline[];
}

/** A line break right after code only ends the line of its closing backticks: nobody sees it. */
export function splitLines(spans: readonly Span[], { followsCode }: { followsCode: boolean }): Line[] {
  const lines: Line[] = [createLine()];
  for (const span of spans) {
    if (span.kind === 'code') lines.at(-1)?.spans.push(span);
    else addText(lines, span);
  }
  if (lines.length > 1 && isEmpty(lines.at(-1))) lines.pop();
  const [first, second] = lines;
  if (!followsCode || !first || first.spans.length > 0) return lines;
  const marks = first.lineBreak.map(mark => ({ ...mark, kind: 'mark' }) as Inline);
  return [{ ...(second ?? createLine()), marks }, ...lines.slice(2)];
}

/** Moves the match from the text to the marks. */
export function stripStart(line: Line, pattern: RegExp): Line {
  const [first, ...others] = line.spans;
  const [found] = pattern.exec(first?.text ?? '') ?? [];
  if (!first || !found) return line;
  const rest = { ...first, text: first.text.slice(found.length), start: first.start + found.length };
  return {
    ...line,
    marks: [...line.marks, { kind: 'mark', text: found, start: first.start }],
    spans: rest.text === '' ? others : [rest, ...others],
  };
}

function addText(lines: Line[], { text, start }: Span): void {
  let at = start;
  for (const [index, part] of text.split('\n').entries()) {
    if (index > 0) {
      lines.at(-1)?.lineBreak.push({ kind: 'text', text: '\n', start: at - 1 });
      lines.push(createLine());
    }
    if (part !== '') lines.at(-1)?.spans.push({ kind: 'text', text: part, start: at, ticks: 0 });
    at += part.length + 1;
  }
}

function createLine(): Line {
  return { marks: [], spans: [], lineBreak: [] };
}

function isEmpty(line: Line | undefined): boolean {
  return line?.spans.length === 0;
}
