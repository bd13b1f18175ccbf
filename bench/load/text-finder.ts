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
      matchesAt(payload, this.#lastDelivery, this.#delivery) &&
      matchesAt(payload, this.#lastText - this.#mark.length, this.#mark);
    if (isAsBefore) return this.#lastText;
    this.#lastDelivery = payload.indexOf(this.#delivery);
    this.#lastText = this.#textAfter(payload, this.#lastDelivery);
    return this.#lastText;
  }

  /** Where the text after the one at `at` begins. */
  next(payload: Buffer, at: number): number {
    if (payload.length < at + 2 * TEXT_BYTES) return -1;
    return this.#textAfter(payload, payload.indexOf(this.#delivery, at + TEXT_BYTES));
  }

  #textAfter(payload: Buffer, delivery: number): number {
    const mark = delivery === -1 ? -1 : payload.indexOf(this.#mark, delivery);
    return mark === -1 ? -1 : mark + this.#mark.length;
  }
}

/** In a loop, because a call into Node would take longer than it takes most frames to differ. */
export function matchesAt(payload: Buffer, at: number, part: Buffer): boolean {
  for (let index = 0; index < part.length; index++) if (payload[at + index] !== part[index]) return false;
  return true;
}
