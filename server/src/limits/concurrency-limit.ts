/** How many each key, such as a person or an address, may have of something at once. */
export class ConcurrencyLimit {
  readonly #max: number;
  readonly #counts = new Map<string, number>();

  constructor(most: number) {
    this.#max = most;
  }

  /** Takes a place, to be left again; false where the key has all of its places. */
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

  /** How many keys have any place. */
  get size(): number {
    return this.#counts.size;
  }
}
