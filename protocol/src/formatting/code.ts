import {
  type BacktickRun,
  FENCE_LENGTH,
  findBacktickRuns,
  findClosings,
  findVisible,
  getRunEnd,
} from './backtick-runs.ts';
import { ITEM } from './block-marks.ts';
import type { Level } from './level.ts';

export interface Span {
  kind: 'text' | 'code';
  text: string;
  /** The offset of `text` in the level. */
  start: number;
  /** The number of backticks on each side. */
  ticks: number;
}

export interface CodePart {
  kind: 'code';
  /** The word after the first backticks, if the code begins on the next line; otherwise empty. */
  language: string;
  text: string;
  /** Of the line of the first backticks, if only a list marker and spaces are before them. Removed from each line. */
  indent: number;
}

/** Lines, or code between triple backticks. */
export type Part = { kind: 'lines'; spans: Span[] } | CodePart;

const FENCE_LINE = /^(?:[a-z][\w+#.-]{0,19})?[ \t]*(?=\n)/i;

/** Code ends at as many backticks as it began with, inline code on the same line. Other backticks are plain text. */
export function splitCode(level: Level, hasQuotes: boolean): Part[] {
  return new CodeSplitter(level, hasQuotes).split();
}

class CodeSplitter {
  readonly #level: Level;
  readonly #text: string;
  readonly #runs: BacktickRun[];
  readonly #parts: Part[] = [];
  #end = 0;

  constructor(level: Level, hasQuotes: boolean) {
    this.#level = level;
    this.#text = level.text;
    this.#runs = findBacktickRuns(level, hasQuotes);
  }

  split(): Part[] {
    const closings = findClosings(this.#text, this.#runs);
    for (let index = 0; index < this.#runs.length; index++) {
      const [open, closing] = [this.#runs[index], closings[index]];
      if (!open || open.isQuoted) continue;
      const close = closing && this.#runs[closing.index];
      if (closing && close && !closing.isEmpty) {
        this.#addCode(open, getRunEnd(close) - open.length, getRunEnd(close));
        index = closing.index;
      } else if (closing && open.length >= FENCE_LENGTH) index = closing.index;
      else if (this.#runsToEnd(open)) {
        this.#addCode(open, this.#findUncutEnd(getRunEnd(open)), this.#text.length);
        return this.#parts;
      }
    }
    this.#addText(this.#findUncutEnd(this.#end));
    return this.#parts;
  }

  /** A fence alone on its line needs no end. A cut text may have lost one. */
  #runsToEnd({ start, length, line }: BacktickRun): boolean {
    const end = start + length;
    if (findVisible(this.#text, end) >= this.#findUncutEnd(end)) return false;
    if (this.#level.isCut && (length >= FENCE_LENGTH || line === this.#level.lines.length - 1)) return true;
    const prefix = this.#text.slice(this.#level.getBegin(line), start);
    const [rest] = FENCE_LINE.exec(this.#text.slice(end, end + 100)) ?? [];
    if (length < FENCE_LENGTH || rest === undefined || getIndent(prefix) === undefined) return false;
    return findVisible(this.#text, end + rest.length) < this.#text.length;
  }

  /** A cut text can end within backticks. */
  #findUncutEnd(from: number): number {
    if (!this.#level.isCut) return this.#text.length;
    let end = this.#text.length;
    while (end > from && this.#text.charAt(end - 1) === '`') end--;
    return end;
  }

  #addCode(open: BacktickRun, codeEnd: number, end: number): void {
    const start = getRunEnd(open);
    const code = this.#text.slice(start, codeEnd);
    if (open.length < FENCE_LENGTH) {
      this.#addText(open.start);
      this.#addSpan({ kind: 'code', text: code, start, ticks: open.length });
    } else {
      const lineBegin = this.#level.getBegin(open.line);
      const prefix = lineBegin < this.#end ? undefined : this.#text.slice(lineBegin, open.start);
      const indent = prefix === undefined ? 0 : (getIndent(prefix) ?? 0);
      // Spaces alone before the backticks are the indent of the block.
      this.#addText(prefix?.trim() === '' ? lineBegin : open.start);
      this.#parts.push(toCodePart(code, indent));
    }
    this.#end = end;
  }

  #addText(end: number): void {
    this.#addSpan({ kind: 'text', text: this.#text.slice(this.#end, end), start: this.#end, ticks: 0 });
  }

  #addSpan(span: Span): void {
    if (span.text === '') return;
    const last = this.#parts.at(-1);
    if (last?.kind === 'lines') last.spans.push(span);
    else this.#parts.push({ kind: 'lines', spans: [span] });
  }
}

/** Undefined if words are before the code. */
function getIndent(prefix: string): number | undefined {
  const rest = prefix.replace(ITEM, '');
  return rest.trim() === '' ? prefix.length : undefined;
}

function toCodePart(code: string, indent: number): CodePart {
  const [language = ''] = FENCE_LINE.exec(code) ?? [];
  const text = code.slice(language.length);
  const isLanguage = /\S/.test(text);
  const indented = isLanguage ? text : code;
  return {
    kind: 'code',
    language: isLanguage ? language : '',
    text: indent === 0 ? indented : indented.replaceAll(new RegExp(`\n {1,${indent}}`, 'g'), '\n'),
    indent,
  };
}
