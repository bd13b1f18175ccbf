/** Two heartbeats without an echo take a second. */
const MAX_MISSING_ECHOES = 2;
/** Sent since the last echo. The client of a broker that stalls would keep all of it in memory. */
const MAX_BYTES_WITHOUT_ECHO = 8 * 1024 * 1024;

/**
 * Heartbeats of this node that come back through the channel, and so prove that it carries payloads. Counts heartbeats instead of time:
 * after a pause of this process, the echo waits behind the timer.
 */
export class Echo {
  #missingEchoes = 0;
  #bytesSinceEcho = 0;
  #isMissing = true;

  /** True also before the first echo, and after a new connection. */
  get isMissing(): boolean {
    return this.#isMissing;
  }

  countHeartbeat(): void {
    this.#missingEchoes++;
  }

  /** Call before each heartbeat. */
  check(): void {
    if (this.#missingEchoes >= MAX_MISSING_ECHOES) this.#isMissing = true;
  }

  /** Whether the channel may carry these payloads. */
  admit(payloads: readonly string[]): boolean {
    if (this.#isMissing) return false;
    for (const { length } of payloads) this.#bytesSinceEcho += length;
    if (this.#bytesSinceEcho > MAX_BYTES_WITHOUT_ECHO) this.#isMissing = true;
    return !this.#isMissing;
  }

  /** The connection is new. */
  restart(): void {
    this.#missingEchoes = 0;
    this.#isMissing = true;
  }

  /** An echo has arrived. Returns whether it was missing before. */
  receive(): boolean {
    const wasMissing = this.#isMissing;
    this.#missingEchoes = 0;
    this.#bytesSinceEcho = 0;
    this.#isMissing = false;
    return wasMissing;
  }
}
