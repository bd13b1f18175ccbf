/** A line of a message, or of a quote without its marks. `start`: its offset in the message. */
export interface SourceLine {
  text: string;
  start: number;
}

/** The lines of a message, or of one quote in it. */
export class Level {
  readonly text: string;
  readonly lines: readonly SourceLine[];
  /** The server has cut the text, so its last marks may be incomplete. */
  readonly isCut: boolean;
  readonly #begins: number[] = [];

  constructor(lines: readonly SourceLine[], isCut: boolean) {
    this.lines = lines;
    this.text = lines.map(({ text }) => text).join('\n');
    this.isCut = isCut;
    let at = 0;
    for (const { text } of lines) {
      this.#begins.push(at);
      at += text.length + 1;
    }
  }

  /** The index of the line at an offset of the text. */
  findLine(at: number): number {
    let [low, high] = [0, this.#begins.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.getBegin(middle) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The offset of a line in the text. */
  getBegin(line: number): number {
    return this.#begins[line] ?? this.text.length;
  }

  /** The offset in the message. */
  toOffset(at: number): number {
    const line = this.findLine(at);
    return (this.lines[line]?.start ?? 0) + at - this.getBegin(line);
  }
}

export function splitSource(text: string): SourceLine[] {
  let start = 0;
  return text.split('\n').map(line => {
    const source = { text: line, start };
    start += line.length + 1;
    return source;
  });
}
