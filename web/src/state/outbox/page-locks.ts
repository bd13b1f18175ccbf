/**
 * The browser releases a page's lock even after a crash. Without the Web Locks API (it needs https), a page assumes that those
 * it finds when it starts have ended, and that others live.
 */
export class PageLocks {
  readonly #locks = navigator.locks as LockManager | undefined;
  readonly #prefix: string;
  readonly #ended = new Set<string>();
  readonly #watched = new Set<string>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Resolves when other pages can see that this one lives. `signal` ends it. */
  async acquire(pageId: string, signal: AbortSignal): Promise<void> {
    const { promise: acquired, resolve } = Promise.withResolvers<void>();
    const hold = () => {
      resolve();
      return new Promise<void>(release => signal.addEventListener('abort', () => release()));
    };
    if (!this.#locks) return;
    this.#locks.request(this.#prefix + pageId, { signal }, hold).catch(resolve);
    await acquired;
  }

  /** Otherwise calls `onEnd` once, when it ends. `isStarting`: this page has found it at its start. */
  async hasEnded(pageId: string, isStarting: boolean, onEnd: () => void): Promise<boolean> {
    if (this.#ended.has(pageId)) return true;
    const isFree = this.#locks ? await isLockFree(this.#locks, this.#prefix + pageId) : isStarting;
    if (isFree) this.#ended.add(pageId);
    else this.#watch(pageId, onEnd);
    return isFree;
  }

  #watch(pageId: string, onEnd: () => void): void {
    if (!this.#locks || this.#watched.has(pageId)) return;
    this.#watched.add(pageId);
    void this.#locks.request(this.#prefix + pageId, { mode: 'shared' }, () => {
      this.#ended.add(pageId);
      onEnd();
    });
  }
}

function isLockFree(locks: LockManager, name: string): Promise<boolean> {
  return locks.request(name, { mode: 'shared', ifAvailable: true }, lock => lock !== null);
}
