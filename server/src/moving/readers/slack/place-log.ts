/** Which messages of one place the batches have so far, by their times in microseconds, in 16 bytes each. */
export class PlaceLog {
  readonly #times: number[] = [];
  readonly #roots: number[] = [];
  /** Answers that are older than their root. */
  readonly #late = new Map<number, number>();
  readonly #missing = new Set<number>();
  readonly #lateRoots = new Set<number>();

  /** `root`: the time of the first message of its conversation, or its own. */
  add(us: number, root: number): void {
    if (us <= (this.#times.at(-1) ?? -1)) {
      this.#late.set(us, root);
      return;
    }
    this.#times.push(us);
    this.#roots.push(root);
  }

  /** A first message that was made because the archive does not have it so far. */
  addMissing(us: number): void {
    this.#missing.add(us);
  }

  /** A first message that comes on a later day than an answer. */
  addLateRoot(us: number): void {
    this.#lateRoots.add(us);
  }

  /** Not if a message was made in its place. */
  isLateRoot(us: number): boolean {
    return this.#lateRoots.has(us) && !this.#missing.has(us);
  }

  /** A message was made in its place, or an import of an export that ended before it made one. */
  hasOtherId(us: number): boolean {
    return this.#missing.has(us) || this.#lateRoots.has(us);
  }

  isMissing(us: number): boolean {
    return this.#missing.has(us);
  }

  has(us: number): boolean {
    return this.#missing.has(us) || this.#find(us) !== undefined;
  }

  /** The first message of the conversation of a message; the message itself if it has not come. */
  findRoot(us: number): number {
    return this.#missing.has(us) ? us : (this.#find(us) ?? us);
  }

  #find(us: number): number | undefined {
    let [from, to] = [0, this.#times.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#times[middle] ?? 0) < us) from = middle + 1;
      else to = middle;
    }
    return this.#times[from] === us ? this.#roots[from] : this.#late.get(us);
  }
}
