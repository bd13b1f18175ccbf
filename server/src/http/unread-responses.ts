import type { ServerResponse } from 'node:http';
import { createRateLimitedError } from '../limits/rate-limits.ts';

/** How many bytes of answers one person may leave unread. */
const MAX_BYTES_PER_PERSON = 512 * 1024;
/** How many bytes all people together may leave; beyond that only those are answered who have left nothing. */
const MAX_TOTAL_BYTES = 8 * 1024 * 1024;
const RETRY_AFTER_S = 5;

/** What people have asked for over HTTP and have not taken yet. */
export class UnreadResponses {
  readonly #bytes = new Map<string, number>();
  #total = 0;

  /** Throws `rate_limited`. */
  assertBelowLimit(uid: string): void {
    const bytes = this.#bytes.get(uid) ?? 0;
    if (bytes > MAX_BYTES_PER_PERSON || (bytes > 0 && this.#total > MAX_TOTAL_BYTES))
      throw createRateLimitedError(RETRY_AFTER_S);
  }

  /** Counts an answer until it is taken, or its connection ends. */
  add(uid: string, bytes: number, response: ServerResponse): void {
    this.#change(uid, bytes);
    response.once('close', () => this.#change(uid, -bytes));
  }

  /** How many people have left anything. */
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
