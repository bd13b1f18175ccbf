/** Two heartbeats without an echo take a second. */
const MAX_UNHEARD = 2;
/** Sent since the last echo. The client of a broker that stalls would keep all of it in memory. */
const MAX_UNHEARD_BYTES = 8 * 1024 * 1024;

/**
 * Heartbeats of this node that come back through the channel, and so prove that it carries payloads. Counts heartbeats instead of time:
 * after a pause of this process, the echo waits behind the timer.
 */
export class Echo {
  #unheard = 0;
  #unheardBytes = 0;
  #isMissing = true;

  /** True also before the first echo, and after a new connection. */
  get isMissing(): boolean {
    return this.#isMissing;
  }

  countHeartbeat(): void {
    this.#unheard++;
  }

  /** Call before each heartbeat. */
  check(): void {
    if (this.#unheard >= MAX_UNHEARD) this.#isMissing = true;
  }

  /** Whether the channel may carry these payloads. */
  admit(payloads: readonly string[]): boolean {
    if (this.#isMissing) return false;
    for (const { length } of payloads) this.#unheardBytes += length;
    if (this.#unheardBytes > MAX_UNHEARD_BYTES) this.#isMissing = true;
    return !this.#isMissing;
  }

  /** The connection is new. */
  restart(): void {
    this.#unheard = 0;
    this.#isMissing = true;
  }

  /** Returns whether it was missing before. */
  hear(): boolean {
    const wasMissing = this.#isMissing;
    this.#unheard = 0;
    this.#unheardBytes = 0;
    this.#isMissing = false;
    return wasMissing;
  }
}
