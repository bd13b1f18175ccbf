import { jsonBytes } from '../limits/json-bytes.ts';
import type { RateLimits } from '../limits/rate-limits.ts';

/** A message of up to this many bytes of JSON counts for `sends` only. */
const SMALL_BYTES = 2_048;
/** Most bytes of JSON for one UTF-16 unit, such as `\u0001`. */
const MAX_BYTES_PER_UNIT = 6;

/** Without a limit per room, a hundred people together could saturate the lines of all its readers. */
export class MessageByteLimits {
  readonly #limits: Pick<RateLimits, 'take' | 'charge'>;
  readonly #countReaders: (roomId: string) => number;

  constructor(limits: Pick<RateLimits, 'take' | 'charge'>, countReaders: (roomId: string) => number) {
    this.#limits = limits;
    this.#countReaders = countReaders;
  }

  /** `input` is not validated yet. Throws `rate_limited`. The returned function charges the message; call it last. */
  admit(uid: string, input: unknown): () => void {
    const { text, roomId } = (input ?? {}) as { text?: unknown; roomId?: unknown };
    if (typeof text !== 'string' || typeof roomId !== 'string') return noop;
    if (text.length * MAX_BYTES_PER_UNIT <= SMALL_BYTES) return noop;
    if (text.length <= SMALL_BYTES && jsonBytes(text) <= SMALL_BYTES) return noop;
    // A single message may cost more than the room's burst, so `take` only checks that the room is not overdrawn.
    this.#limits.take('message_bytes', uid, 0);
    this.#limits.take('room_bytes', roomId, 0);
    return () => {
      const bytes = jsonBytes(text);
      this.#limits.charge('message_bytes', uid, bytes);
      this.#limits.charge('room_bytes', roomId, bytes * Math.max(1, this.#countReaders(roomId)));
    };
  }
}

function noop(): void {}
