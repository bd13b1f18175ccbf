export class ConcurrencyLimit {
  readonly #max: number;
  readonly #maxTotal: number;
  readonly #counts = new Map<string, number>();
  #total = 0;

  /** `max` applies to each key. While `maxTotal` are taken, a key may have an equal share of it, and at least one. */
  constructor(max: number, maxTotal = Number.POSITIVE_INFINITY) {
    this.#max = max;
    this.#maxTotal = maxTotal;
  }

  /** Returns false at the limit. Each success needs a later `release`. */
  acquire(key: string): boolean {
    const taken = this.#counts.get(key) ?? 0;
    if (taken >= this.#max || (taken > 0 && this.#isAboveShare(taken))) return false;
    this.#counts.set(key, taken + 1);
    this.#total++;
    return true;
  }

  #isAboveShare(taken: number): boolean {
    return this.#total >= this.#maxTotal && taken >= this.#maxTotal / this.#counts.size;
  }

  release(key: string): void {
    const taken = this.#counts.get(key);
    if (taken === undefined) return;
    this.#total--;
    if (taken > 1) this.#counts.set(key, taken - 1);
    else this.#counts.delete(key);
  }

  get size(): number {
    return this.#counts.size;
  }
}
