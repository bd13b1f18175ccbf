export class ConcurrencyLimit {
  readonly #max: number;
  readonly #counts = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Returns false at the limit. Each success needs a later `release`. */
  acquire(key: string): boolean {
    const taken = this.#counts.get(key) ?? 0;
    if (taken >= this.#max) return false;
    this.#counts.set(key, taken + 1);
    return true;
  }

  release(key: string): void {
    const remaining = (this.#counts.get(key) ?? 0) - 1;
    if (remaining > 0) this.#counts.set(key, remaining);
    else this.#counts.delete(key);
  }

  get size(): number {
    return this.#counts.size;
  }
}
