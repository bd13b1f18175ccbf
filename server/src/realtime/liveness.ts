import { HEARTBEAT_TIMEOUT_MS } from '@snug/protocol';

/** A line may be this slow without being dead, for this long. */
const MIN_THROUGHPUT_BYTES_PER_S = 8_000;
const MAX_EXTRA_TIMEOUT_MS = 120_000;
/** More than fit into the longest timeout. */
const MAX_PENDING_PINGS = 20;

/**
 * A pong arrives behind all bytes that were written before its ping, so the timeout grows by the time that a slow line needs
 * for them. Only a pong proves this: the client may have sent any other frame before.
 */
export class Liveness {
  #lastReceivedAt: number;
  #writtenBytes = 0;
  #arrivedBytes = 0;
  #bytesBeforePings: number[] = [];
  #heldUpSince: number | undefined;

  constructor(now: number) {
    this.#lastReceivedAt = now;
  }

  onWrite(bytes: number): void {
    this.#writtenBytes += bytes;
  }

  onReceive(now: number): void {
    this.#lastReceivedAt = now;
    this.#heldUpSince = undefined;
  }

  /** The server itself reads nothing from the client at the moment, so its silence proves nothing. Call at each heartbeat. */
  onHeldUp(now: number): void {
    this.#heldUpSince ??= now;
    if (now - this.#heldUpSince <= MAX_EXTRA_TIMEOUT_MS) this.#lastReceivedAt = now;
  }

  onPing(): void {
    this.#bytesBeforePings.push(this.#writtenBytes);
    // A client may answer only the last one of several pings (RFC 6455, 5.5.3).
    if (this.#bytesBeforePings.length > MAX_PENDING_PINGS) this.#bytesBeforePings.shift();
  }

  onPong(now: number): void {
    this.onReceive(now);
    this.#arrivedBytes = this.#bytesBeforePings.shift() ?? this.#arrivedBytes;
    // An emptied array keeps the memory of its elements, for each idle connection.
    if (this.#bytesBeforePings.length === 0) this.#bytesBeforePings = [];
  }

  isTimedOut(now: number): boolean {
    const inFlightMs = ((this.#writtenBytes - this.#arrivedBytes) / MIN_THROUGHPUT_BYTES_PER_S) * 1_000;
    return now - this.#lastReceivedAt > HEARTBEAT_TIMEOUT_MS + Math.min(inFlightMs, MAX_EXTRA_TIMEOUT_MS);
  }
}
