import { jsonBytes } from '../limits/json-bytes.ts';
import type { RateLimits } from '../limits/rate-limits.ts';

/** A message of at most so many bytes of JSON is bounded by its sender's `sends` alone. */
const SMALL_BYTES = 2_048;
/** Most bytes that JSON needs for one UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 6;

/**
 * What long messages cost: every reader of a room receives each of them. Counted by person in bytes, and by room in bytes times
 * readers, so that a hundred people together cannot fill the lines of everyone.
 */
export class MessageByteLimits {
  readonly #limits: Pick<RateLimits, 'take' | 'charge'>;
  readonly #countReaders: (roomId: string) => number;

  constructor(limits: Pick<RateLimits, 'take' | 'charge'>, readersOf: (roomId: string) => number) {
    this.#limits = limits;
    this.#countReaders = readersOf;
  }

  /**
   * Of the input of `send_message`, which nobody has checked yet. Throws `rate_limited`. Answers with what counts the message, once
   * everything else lets it through.
   */
  admit(uid: string, input: unknown): () => void {
    const { text, roomId } = (input ?? {}) as { text?: unknown; roomId?: unknown };
    if (typeof text !== 'string' || typeof roomId !== 'string') return noop;
    if (text.length * MAX_BYTES_PER_UNIT <= SMALL_BYTES) return noop;
    if (text.length <= SMALL_BYTES && jsonBytes(text) <= SMALL_BYTES) return noop;
    // One message may cost more than a room has at once: whoever finds the room overdrawn waits.
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
