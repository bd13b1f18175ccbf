import { canClose, canOpen, type MarkRun } from './mark-edges.ts';

export type Style = 'bold' | 'italic' | 'strike';

/** Begins or ends a style at an offset of the line. */
export interface StyleMark {
  start: number;
  end: number;
  style: Style;
  isOpening: boolean;
}

const MARKS = { '**': 'bold', '*': 'italic', _: 'italic', '~~': 'strike' } as const;
type Mark = keyof typeof MARKS;

interface OpenMark {
  mark: Mark;
  start: number;
}

/** `***` is bold and italic. Runs of another length are plain text, such as `__init__` and "~5". */
const LENGTHS: Record<string, number> = { '*': 3, _: 1, '~': 2 };

/**
 * Reads the marks of a line from its start to its end. Marks are at the edges of words: "2*3*4" and "snake_case_name" have none. Linear;
 * styles nest at most four deep.
 */
export class StyleScanner {
  readonly #line: string;
  readonly #runs: Iterator<RegExpExecArray, undefined>;
  readonly #open = new OpenMarks();
  #next: RegExpExecArray | undefined;

  constructor(line: string) {
    this.#line = line;
    this.#runs = line.matchAll(/\*+|_+|~+/g);
    this.#next = this.#runs.next().value;
  }

  /** Their ends are in order: the two marks of a style follow each other. */
  scanTo(end: number): StyleMark[] {
    const found: StyleMark[] = [];
    for (; this.#next && this.#next.index < end; this.#next = this.#runs.next().value) {
      const { 0: text, index: start } = this.#next;
      const run = { symbol: text.charAt(0), start, length: text.length };
      if (!isPossible(run) || this.#line.charAt(start - 1) === '\\') continue;
      const closed = canClose(this.#line, run) ? this.#open.close(run) : [];
      if (closed.length > 0) found.push(...closed);
      else if (canOpen(this.#line, run)) this.#open.add(run);
    }
    return found;
  }

  /** Ignores the marks before `end`, which belong to an address. */
  skipTo(end: number): void {
    while (this.#next && this.#next.index < end) this.#next = this.#runs.next().value;
  }

  /** Those without an end so far. */
  get openMarks(): readonly OpenMark[] {
    return this.#open.all;
  }
}

function isPossible({ symbol, length }: MarkRun): boolean {
  return symbol === '*' ? length <= 3 : length === LENGTHS[symbol];
}

function splitRun({ symbol, length }: MarkRun): Mark[] {
  if (symbol !== '*') return [symbol === '_' ? '_' : '~~'];
  return length === 3 ? ['**', '*'] : [length === 2 ? '**' : '*'];
}

/** At most one mark of a kind is open: a later one replaces it, which bounds the depth. */
class OpenMarks {
  readonly #stack: OpenMark[] = [];
  readonly #latest = new Map<Mark, OpenMark>();

  get all(): readonly OpenMark[] {
    return [...this.#latest.values()];
  }

  add(run: MarkRun): void {
    let { start } = run;
    for (const mark of splitRun(run)) {
      const opened = { mark, start };
      this.#stack.push(opened);
      this.#latest.set(mark, opened);
      start += mark.length;
    }
  }

  close(run: MarkRun): StyleMark[] {
    let { start } = run;
    const closable = splitRun(run)
      .flatMap(mark => this.#latest.get(mark) ?? [])
      .toSorted((a, b) => b.start - a.start);
    return closable.flatMap(opened => {
      const marks = toPair(opened, start);
      start += opened.mark.length;
      this.#removeFrom(opened);
      return marks;
    });
  }

  /** Each mark enters and leaves the stack once. */
  #removeFrom(opened: OpenMark): void {
    for (let top = this.#stack.pop(); top; top = this.#stack.pop()) {
      if (this.#latest.get(top.mark) === top) this.#latest.delete(top.mark);
      if (top === opened) return;
    }
  }
}

function toPair({ mark, start }: OpenMark, closing: number): StyleMark[] {
  const [style, { length }] = [MARKS[mark], mark];
  return [
    { start, end: start + length, style, isOpening: true },
    { start: closing, end: closing + length, style, isOpening: false },
  ];
}
