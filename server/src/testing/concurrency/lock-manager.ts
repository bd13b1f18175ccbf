/** A transaction that holds locks. */
export type Owner = object;

/** Two transactions wait for each other, directly or by others. */
export class LockCycle extends Error {}

/** Locks that are held by one transaction each, until it ends. Those who wait get them in the order in which they came. */
export class LockManager {
  readonly #holders = new Map<string, Owner>();
  readonly #waiting = new Map<string, { owner: Owner; proceed: () => void }[]>();
  readonly #awaited = new Map<Owner, string>();
  /** How many cycles there were. */
  cycles = 0;

  holds(owner: Owner, key: string): boolean {
    return this.#holders.get(key) === owner;
  }

  /** Takes the lock if nobody else has it. */
  take(owner: Owner, key: string): boolean {
    const holder = this.#holders.get(key);
    if (holder !== undefined) return holder === owner;
    this.#holders.set(key, owner);
    return true;
  }

  /** Resolves when `owner` holds the lock. Throws a `LockCycle` if that would never be. */
  async acquire(owner: Owner, key: string): Promise<void> {
    if (this.take(owner, key)) return;
    this.#assertNoCycle(owner, key);
    this.#awaited.set(owner, key);
    await new Promise<void>(proceed => {
      this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), { owner, proceed }]);
    });
  }

  /** Lets go of all locks, and waits for none any more. */
  release(owner: Owner): void {
    const awaited = this.#awaited.get(owner) ?? '';
    this.#awaited.delete(owner);
    this.#waiting.set(
      awaited,
      (this.#waiting.get(awaited) ?? []).filter(other => other.owner !== owner),
    );
    for (const [key, holder] of this.#holders) {
      if (holder !== owner) continue;
      this.#holders.delete(key);
      this.#passOn(key);
    }
  }

  #passOn(key: string): void {
    const [next, ...others] = this.#waiting.get(key) ?? [];
    this.#waiting.set(key, others);
    if (!next) return;
    this.#awaited.delete(next.owner);
    this.#holders.set(key, next.owner);
    next.proceed();
  }

  #assertNoCycle(owner: Owner, key: string): void {
    let holder = this.#holders.get(key);
    while (holder !== undefined && holder !== owner) {
      const awaited = this.#awaited.get(holder);
      holder = awaited === undefined ? undefined : this.#holders.get(awaited);
    }
    if (holder === undefined) return;
    this.cycles++;
    throw new LockCycle(`waiting for ${key} would never end`);
  }
}
