export type Owner = object;

/** Two transactions wait for each other, directly or through others. */
export class DeadlockError extends Error {}

/** Exclusive locks, which each transaction holds until it ends. Waiting transactions get a lock in their order. */
export class LockManager {
  readonly #holders = new Map<string, Owner>();
  readonly #waiting = new Map<string, { owner: Owner; proceed: () => void }[]>();
  readonly #awaitedKeys = new Map<Owner, string>();
  deadlockCount = 0;

  holds(owner: Owner, key: string): boolean {
    return this.#holders.get(key) === owner;
  }

  tryAcquire(owner: Owner, key: string): boolean {
    const holder = this.#holders.get(key);
    if (holder !== undefined) return holder === owner;
    this.#holders.set(key, owner);
    return true;
  }

  /** Resolves when `owner` holds the lock. Throws a `DeadlockError` if that would never happen. */
  async acquire(owner: Owner, key: string): Promise<void> {
    if (this.tryAcquire(owner, key)) return;
    this.#assertNoDeadlock(owner, key);
    this.#awaitedKeys.set(owner, key);
    await new Promise<void>(proceed => {
      this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), { owner, proceed }]);
    });
  }

  /** Releases all locks, and stops waiting. */
  release(owner: Owner): void {
    const awaited = this.#awaitedKeys.get(owner) ?? '';
    this.#awaitedKeys.delete(owner);
    this.#waiting.set(
      awaited,
      (this.#waiting.get(awaited) ?? []).filter(other => other.owner !== owner),
    );
    for (const [key, holder] of this.#holders) {
      if (holder !== owner) continue;
      this.#holders.delete(key);
      this.#grantNext(key);
    }
  }

  #grantNext(key: string): void {
    const [next, ...others] = this.#waiting.get(key) ?? [];
    this.#waiting.set(key, others);
    if (!next) return;
    this.#awaitedKeys.delete(next.owner);
    this.#holders.set(key, next.owner);
    next.proceed();
  }

  #assertNoDeadlock(owner: Owner, key: string): void {
    let holder = this.#holders.get(key);
    while (holder !== undefined && holder !== owner) {
      const awaited = this.#awaitedKeys.get(holder);
      holder = awaited === undefined ? undefined : this.#holders.get(awaited);
    }
    if (holder === undefined) return;
    this.deadlockCount++;
    throw new DeadlockError(`waiting for ${key} would never end`);
  }
}
