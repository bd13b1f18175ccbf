import type { Frame } from './frame.ts';

/** `append` returns one batch to all callers with the same frames, so connections share one copy of the bytes. */
export class FrameBatch {
  static readonly EMPTY = new FrameBatch();
  readonly #previous: FrameBatch | undefined;
  readonly #last: Frame | undefined;
  readonly count: number;
  #next: FrameBatch | undefined;
  #bytes: Buffer | undefined;

  private constructor(previous?: FrameBatch, last?: Frame) {
    this.#previous = previous;
    this.#last = last;
    this.count = previous ? previous.count + 1 : 0;
  }

  append(frame: Frame): FrameBatch {
    const existing = this.#next;
    if (existing && existing.#last === frame) return existing;
    this.#next = new FrameBatch(this, frame);
    return this.#next;
  }

  get frames(): Frame[] {
    return FrameBatch.#listBackwards(this).toReversed();
  }

  static #listBackwards(batch: FrameBatch): Frame[] {
    const frames: Frame[] = [];
    for (let rest = batch; rest.#previous && rest.#last; rest = rest.#previous) frames.push(rest.#last);
    return frames;
  }

  get bytes(): Buffer {
    this.#bytes ??= concatBytes(this.frames);
    return this.#bytes;
  }
}

function concatBytes(frames: readonly Frame[]): Buffer {
  const [only] = frames;
  return only && frames.length === 1 ? only.bytes : Buffer.concat(frames.map(({ bytes }) => bytes));
}
