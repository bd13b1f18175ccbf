/** How many each key, such as a person or an address, may have of something at once. */
export class Places {
  readonly #most: number;
  readonly #taken = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a place, to be left again; false where the key has all of its places. */
  enter(key: string): boolean {
    const taken = this.#taken.get(key) ?? 0;
    if (taken >= this.#most) return false;
    this.#taken.set(key, taken + 1);
    return true;
  }

  leave(key: string): void {
    const left = (this.#taken.get(key) ?? 0) - 1;
    if (left > 0) this.#taken.set(key, left);
    else this.#taken.delete(key);
  }

  /** How many keys have any place. */
  get size(): number {
    return this.#taken.size;
  }
}
