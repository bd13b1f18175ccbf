import type { Dialect } from './dialects/dialect.ts';
import { TEXT_BYTES } from './text.ts';

/** Finds messages in frames without parsing these. */
export class TextFinder {
  readonly #delivery: Buffer;
  readonly #mark: Buffer;
  /** The places of the last match: most frames of a server are alike. */
  #lastDelivery = 0;
  #lastText = 0;

  constructor({ delivery, mark }: Pick<Dialect, 'delivery' | 'mark'>) {
    this.#delivery = Buffer.from(delivery);
    this.#mark = Buffer.from(mark);
  }

  /** The offset of the first message's text; -1 without one. */
  first(payload: Buffer): number {
    const isAsBefore =
      matchesAt(payload, this.#lastDelivery, this.#delivery) &&
      matchesAt(payload, this.#lastText - this.#mark.length, this.#mark);
    if (isAsBefore) return this.#lastText;
    this.#lastDelivery = payload.indexOf(this.#delivery);
    this.#lastText = this.#textAfter(payload, this.#lastDelivery);
    return this.#lastText;
  }

  next(payload: Buffer, at: number): number {
    if (payload.length < at + 2 * TEXT_BYTES) return -1;
    return this.#textAfter(payload, payload.indexOf(this.#delivery, at + TEXT_BYTES));
  }

  #textAfter(payload: Buffer, delivery: number): number {
    const mark = delivery === -1 ? -1 : payload.indexOf(this.#mark, delivery);
    return mark === -1 ? -1 : mark + this.#mark.length;
  }
}

/** A loop is faster than a call into Node, because most frames differ within a few bytes. */
export function matchesAt(payload: Buffer, at: number, part: Buffer): boolean {
  for (let index = 0; index < part.length; index++) if (payload[at + index] !== part[index]) return false;
  return true;
}
