import type { Frame } from './frame.ts';

/**
 * Frames that leave in one write, in their order. Adding one makes another bundle, and the same one for everybody who adds it to
 * the same: so those who are told the same in a row share one, and its bytes are put together once for all of them.
 */
export class Bundle {
  static readonly EMPTY = new Bundle();
  readonly #before: Bundle | undefined;
  readonly #last: Frame | undefined;
  /** How many frames these are. */
  readonly count: number;
  /** What came of adding the frame that was added last. */
  #after: Bundle | undefined;
  #bytes: Buffer | undefined;

  private constructor(before?: Bundle, last?: Frame) {
    this.#before = before;
    this.#last = last;
    this.count = before ? before.count + 1 : 0;
  }

  and(frame: Frame): Bundle {
    const known = this.#after;
    if (known && known.#last === frame) return known;
    this.#after = new Bundle(this, frame);
    return this.#after;
  }

  get frames(): Frame[] {
    return Bundle.#backwards(this).toReversed();
  }

  static #backwards(bundle: Bundle): Frame[] {
    const frames: Frame[] = [];
    for (let rest = bundle; rest.#before && rest.#last; rest = rest.#before) frames.push(rest.#last);
    return frames;
  }

  get bytes(): Buffer {
    this.#bytes ??= concatenated(this.frames);
    return this.#bytes;
  }
}

function concatenated(frames: readonly Frame[]): Buffer {
  const [only] = frames;
  return only && frames.length === 1 ? only.bytes : Buffer.concat(frames.map(({ bytes }) => bytes));
}
