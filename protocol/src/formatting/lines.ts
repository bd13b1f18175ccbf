import type { Span } from './code.ts';
import type { Level } from './level.ts';

export interface Line {
  kind: 'line';
  /** With their offsets in the message. */
  spans: Span[];
  /** The offset of the line break in the message; undefined for the last line of a text, and before and after code. */
  lineBreak: number | undefined;
  /** Includes the start of its line, where the marks of blocks are. */
  isWhole: boolean;
}

/** The rest of the line of closing backticks is no line of its own if it is blank. */
export function splitLines(
  level: Level,
  spans: readonly Span[],
  { followsCode }: { followsCode: boolean },
): Line[] {
  const lines: Line[] = [createLine(!followsCode)];
  for (const span of spans) {
    if (span.kind === 'code') lines.at(-1)?.spans.push({ ...span, start: level.toOffset(span.start) });
    else addText(level, lines, span);
  }
  if (lines.length > 1 && lines.at(-1)?.spans.length === 0) lines.pop();
  return followsCode && isBlank(lines[0]) ? lines.slice(1) : lines;
}

/** The line without the match at its start. */
export function stripStart(line: Line, pattern: RegExp): Line {
  const [first, ...others] = line.spans;
  const [found] = pattern.exec(first?.text ?? '') ?? [];
  if (!first || !found) return line;
  const rest = { ...first, text: first.text.slice(found.length), start: first.start + found.length };
  return { ...line, spans: rest.text === '' ? others : [rest, ...others] };
}

/** Up to the first code, where the marks of blocks are. */
export function getText(line: Line): string {
  const [first] = line.spans;
  return first?.kind === 'text' && line.isWhole ? first.text : '';
}

function addText(level: Level, lines: Line[], { text, start }: Span): void {
  let at = start;
  for (const [index, part] of text.split('\n').entries()) {
    const last = lines.at(-1);
    if (index > 0 && last) {
      last.lineBreak = level.toOffset(at - 1);
      lines.push(createLine(true));
    }
    if (part !== '')
      lines.at(-1)?.spans.push({ kind: 'text', text: part, start: level.toOffset(at), ticks: 0 });
    at += part.length + 1;
  }
}

function isBlank(line: Line | undefined): boolean {
  return line?.spans.every(({ kind, text }) => kind === 'text' && text.trim() === '') ?? true;
}

function createLine(isWhole: boolean): Line {
  return { kind: 'line', spans: [], lineBreak: undefined, isWhole };
}
