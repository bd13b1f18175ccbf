import type { Dialect } from './dialects/dialect.ts';
import { TEXT_BYTES } from './text.ts';

/** Finds messages in frames without taking these apart. */
export class TextFinder {
  readonly #delivery: Buffer;
  readonly #mark: Buffer;
  /** Where they were found last: most frames of a server are alike. */
  #lastDelivery = 0;
  #lastText = 0;

  constructor({ delivery, mark }: Pick<Dialect, 'delivery' | 'mark'>) {
    this.#delivery = Buffer.from(delivery);
    this.#mark = Buffer.from(mark);
  }

  /** Where the text of the first message begins; -1 where there is none. */
  first(payload: Buffer): number {
    const isAsBefore =
      isAt(payload, this.#lastDelivery, this.#delivery) &&
      isAt(payload, this.#lastText - this.#mark.length, this.#mark);
    return isAsBefore ? this.#lastText : this.#search(payload, 0);
  }

  /** Where the text after the one at `at` begins. */
  next(payload: Buffer, at: number): number {
    return payload.length < at + 2 * TEXT_BYTES ? -1 : this.#search(payload, at + TEXT_BYTES);
  }

  #search(payload: Buffer, from: number): number {
    const delivery = payload.indexOf(this.#delivery, from);
    const mark = delivery === -1 ? -1 : payload.indexOf(this.#mark, delivery);
    if (mark === -1) return -1;
    this.#lastDelivery = delivery;
    this.#lastText = mark + this.#mark.length;
    return this.#lastText;
  }
}

/** In a loop, because a call into Node would take longer than it takes most frames to differ. */
export function isAt(payload: Buffer, at: number, part: Buffer): boolean {
  for (let index = 0; index < part.length; index++) if (payload[at + index] !== part[index]) return false;
  return true;
}
