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

interface Run {
  symbol: string;
  start: number;
  length: number;
}

interface OpenMark {
  mark: Mark;
  start: number;
}

/** `***` is bold and italic. Runs of another length are plain text, such as `__init__` and "~5". */
const LENGTHS: Record<string, number> = { '*': 3, _: 1, '~': 2 };

// Chinese, Japanese, Korean, Thai and others have no spaces between words: there, a mark can stand within a line of letters.
const WITHOUT_SPACES = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`;
const WORD = String.raw`(?![${WITHOUT_SPACES}])[\p{L}\p{N}]`;
const ENDS_WITH_WORD = new RegExp(`${WORD}$`, 'u');
const BEGINS_WITH_WORD = new RegExp(`^${WORD}`, 'u');

/** Marks stand at the edges of words: "2*3*4" and "snake_case_name" have none. Linear; styles nest at most four deep. */
export function findStyleMarks(line: string): StyleMark[] {
  const found: StyleMark[] = [];
  const open = new OpenMarks();
  for (const { 0: text, index: start } of line.matchAll(/\*+|_+|~+/g)) {
    const symbol = text.charAt(0);
    const run = { symbol, start, length: text.length };
    if (!isPossible(run) || line.charAt(start - 1) === '\\') continue;
    const closed = canClose(line, run) ? open.close(run) : [];
    if (closed.length > 0) found.push(...closed);
    else if (canOpen(line, run)) open.add(run);
  }
  return found.toSorted((a, b) => a.start - b.start);
}

function isPossible({ symbol, length }: Run): boolean {
  return symbol === '*' ? length <= 3 : length === LENGTHS[symbol];
}

function canOpen(line: string, { start, length }: Run): boolean {
  const next = line.slice(start + length, start + length + 2);
  return /^\S/.test(next) && !ENDS_WITH_WORD.test(line.slice(Math.max(0, start - 2), start));
}

function canClose(line: string, { start, length }: Run): boolean {
  const next = line.slice(start + length, start + length + 2);
  return /\S/.test(line.charAt(start - 1)) && !BEGINS_WITH_WORD.test(next);
}

function splitRun({ symbol, length }: Run): Mark[] {
  if (symbol !== '*') return [symbol === '_' ? '_' : '~~'];
  return length === 3 ? ['**', '*'] : [length === 2 ? '**' : '*'];
}

/** At most one mark of a kind is open: a later one replaces it, which bounds the depth. */
class OpenMarks {
  readonly #stack: OpenMark[] = [];
  readonly #latest = new Map<Mark, OpenMark>();

  add(run: Run): void {
    let { start } = run;
    for (const mark of splitRun(run)) {
      const opened = { mark, start };
      this.#stack.push(opened);
      this.#latest.set(mark, opened);
      start += mark.length;
    }
  }

  close(run: Run): StyleMark[] {
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
