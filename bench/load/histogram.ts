const BUCKETS_A_DOUBLING = 64;
const DOUBLINGS = 30;

/** Times with a precision of about one percent, in constant memory. */
export class Histogram {
  readonly #buckets = new Uint32Array(BUCKETS_A_DOUBLING * DOUBLINGS);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Times below a microsecond count as one. */
  add(ms: number): void {
    const bucket = Math.round(Math.log2(Math.max(1, ms * 1_000)) * BUCKETS_A_DOUBLING);
    const last = this.#buckets.length - 1;
    this.#buckets[Math.min(bucket, last)]! += 1;
    this.#count++;
  }

  /** The time in ms that this share of all does not exceed; 0 without times. */
  at(share: number): number {
    let left = Math.ceil(this.#count * share);
    if (left === 0) return 0;
    const bucket = this.#buckets.findIndex(count => {
      left -= count;
      return left <= 0;
    });
    return 2 ** (bucket / BUCKETS_A_DOUBLING) / 1_000;
  }
}
