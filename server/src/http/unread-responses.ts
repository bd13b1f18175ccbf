import type { ServerResponse } from 'node:http';
import { createRateLimitedError } from '../limits/rate-limits.ts';
import { onClose } from './on-close.ts';

const MAX_BYTES_PER_PERSON = 512 * 1024;
/** In total. Above it, only people without unread bytes are served. */
const MAX_TOTAL_BYTES = 8 * 1024 * 1024;
const RETRY_AFTER_S = 5;

export class UnreadResponses {
  readonly #bytes = new Map<string, number>();
  #total = 0;

  /** Throws `rate_limited`. */
  assertBelowLimit(uid: string): void {
    const bytes = this.#bytes.get(uid) ?? 0;
    if (bytes > MAX_BYTES_PER_PERSON || (bytes > 0 && this.#total > MAX_TOTAL_BYTES))
      throw createRateLimitedError(RETRY_AFTER_S);
  }

  /** Counts a response until the network has accepted it or its connection ends. */
  add(uid: string, bytes: number, response: ServerResponse): void {
    this.#change(uid, bytes);
    onClose(response, () => this.#change(uid, -bytes));
  }

  get size(): number {
    return this.#bytes.size;
  }

  #change(uid: string, by: number): void {
    this.#total += by;
    const bytes = (this.#bytes.get(uid) ?? 0) + by;
    if (bytes > 0) this.#bytes.set(uid, bytes);
    else this.#bytes.delete(uid);
  }
}
