import { Store } from '@snug/client';

export class ThrottledStore<Value> {
  readonly #source: Store<Value>;
  readonly #minIntervalMs: (shown: Value, now: Value) => number;
  readonly #onFlush: () => void;
  readonly #shown: Store<Value>;
  #flushedAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #subscriberCount = 0;

  /** `minIntervalMs`: how long the shown value must stay before `now` replaces it. `onFlush` runs before each change. */
  constructor(
    source: Store<Value>,
    minIntervalMs: (shown: Value, now: Value) => number,
    onFlush: () => void = () => {},
  ) {
    this.#source = source;
    this.#minIntervalMs = minIntervalMs;
    this.#onFlush = onFlush;
    this.#shown = new Store(source.get());
  }

  readonly get = (): Value => this.#shown.get();

  readonly subscribe = (listener: () => void): (() => void) => {
    const unsubscribers = [
      this.#source.subscribe(() => this.#scheduleFlush()),
      this.#shown.subscribe(listener),
    ];
    this.#subscriberCount++;
    this.flush();
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
      if (--this.#subscriberCount === 0) this.#cancelFlush();
    };
  };

  flush(): void {
    this.#cancelFlush();
    const now = this.#source.get();
    if (now === this.#shown.get()) return;
    this.#flushedAt = performance.now();
    this.#onFlush();
    this.#shown.set(now);
  }

  #scheduleFlush(): void {
    const wait =
      this.#flushedAt + this.#minIntervalMs(this.#shown.get(), this.#source.get()) - performance.now();
    if (wait <= 0) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), wait);
  }

  #cancelFlush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
