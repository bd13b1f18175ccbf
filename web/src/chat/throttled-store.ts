import { Store } from '@snug/client';

/** A store as it is drawn: where much happens it is not drawn for each change. */
export class ThrottledStore<Value> {
  readonly #source: Store<Value>;
  readonly #minIntervalMs: (shown: Value, now: Value) => number;
  readonly #onFlush: () => void;
  readonly #shown: Store<Value>;
  #flushedAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `leastMs`: how long what is shown has to stand at least before `now` is shown. `onShow` is called before each change. */
  constructor(
    source: Store<Value>,
    leastMs: (shown: Value, now: Value) => number,
    onShow: () => void = () => {},
  ) {
    this.#source = source;
    this.#minIntervalMs = leastMs;
    this.#onFlush = onShow;
    this.#shown = new Store(source.get());
  }

  readonly get = (): Value => this.#shown.get();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.flush();
    const stops = [this.#source.subscribe(() => this.#scheduleFlush()), this.#shown.subscribe(listener)];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(this.#timer);
    };
  };

  /** Shows what there is now, without waiting. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
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
}
