import type { Frame } from './frame.ts';

/**
 * Frames that leave in one write, in their order. Adding one makes another bundle, and the same one for everybody who adds it to
 * the same: so those who are told the same in a row share one, and its bytes are put together once for all of them.
 */
export class FrameBatch {
  static readonly EMPTY = new FrameBatch();
  readonly #previous: FrameBatch | undefined;
  readonly #last: Frame | undefined;
  /** How many frames these are. */
  readonly count: number;
  /** What came of adding the frame that was added last. */
  #next: FrameBatch | undefined;
  #bytes: Buffer | undefined;

  private constructor(before?: FrameBatch, last?: Frame) {
    this.#previous = before;
    this.#last = last;
    this.count = before ? before.count + 1 : 0;
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
