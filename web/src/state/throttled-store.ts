import { Store } from '@snug/client';

/**
 * Shows a change with the first one after `minIntervalMs`, so that both are part of one batch, and the last change by itself after
 * twice this time.
 */
export class ThrottledStore<Value> {
  readonly #source: Store<Value>;
  readonly #minIntervalMs: number;
  readonly #shown: Store<Value>;
  #flushedAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #subscriberCount = 0;

  constructor(source: Store<Value>, minIntervalMs: number) {
    this.#source = source;
    this.#minIntervalMs = minIntervalMs;
    this.#shown = new Store(source.get());
  }

  readonly get = (): Value => this.#shown.get();

  readonly subscribe = (listener: () => void): (() => void) => {
    const unsubscribers = [
      this.#source.subscribe(() => this.#scheduleFlush()),
      this.#shown.subscribe(listener),
    ];
    this.#subscriberCount++;
    this.#flush();
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
      if (--this.#subscriberCount === 0) this.#cancelFlush();
    };
  };

  #flush(): void {
    this.#cancelFlush();
    const now = this.#source.get();
    if (now === this.#shown.get()) return;
    this.#flushedAt = performance.now();
    this.#shown.set(now);
  }

  #scheduleFlush(): void {
    const passed = performance.now() - this.#flushedAt;
    if (passed >= this.#minIntervalMs) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), 2 * this.#minIntervalMs - passed);
  }

  #cancelFlush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
