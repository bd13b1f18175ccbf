const MAX_PAYLOADS = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;
const BATCH_SIZE = 100;
const MAX_FAILURES = 3;

/** Payloads that wait for a connection, in order. Drops the oldest ones beyond its bounds. */
export class SendQueue {
  readonly #onDrop: () => void;
  readonly #payloads: string[] = [];
  #bytes = 0;
  #batchLength = 0;
  #failures = 0;

  constructor(onDrop: () => void) {
    this.#onDrop = onDrop;
  }

  get length(): number {
    return this.#payloads.length;
  }

  get isEmpty(): boolean {
    return this.#payloads.length === 0;
  }

  add(payload: string): void {
    this.#payloads.push(payload);
    this.#bytes += payload.length;
    while (this.#payloads.length > MAX_PAYLOADS || this.#bytes > MAX_BYTES) this.#drop(1);
  }

  peek(): readonly string[] {
    const batch = this.#payloads.slice(0, BATCH_SIZE);
    this.#batchLength = batch.length;
    return batch;
  }

  remove(): void {
    this.#shift(this.#batchLength);
    this.#batchLength = 0;
    this.#failures = 0;
  }

  /** The batch may be the reason of the failure. After three failures, it is dropped. */
  countFailure(): void {
    if (++this.#failures < MAX_FAILURES) return;
    this.#drop(this.#batchLength);
    this.#failures = 0;
  }

  #drop(count: number): void {
    this.#shift(count);
    // Those of the batch are gone, and `remove` must not remove others.
    this.#batchLength = Math.max(0, this.#batchLength - count);
    this.#onDrop();
  }

  #shift(count: number): void {
    for (const payload of this.#payloads.splice(0, count)) this.#bytes -= payload.length;
  }
}
