import { Store } from '@snug/client';

/** A store as it is drawn: where much happens it is not drawn for each change. */
export class CalmStore<Value> {
  readonly #source: Store<Value>;
  readonly #leastMs: (shown: Value, now: Value) => number;
  readonly #onShow: () => void;
  readonly #shown: Store<Value>;
  #shownAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `leastMs`: how long what is shown has to stand at least before `now` is shown. `onShow` is called before each change. */
  constructor(
    source: Store<Value>,
    leastMs: (shown: Value, now: Value) => number,
    onShow: () => void = () => {},
  ) {
    this.#source = source;
    this.#leastMs = leastMs;
    this.#onShow = onShow;
    this.#shown = new Store(source.get());
  }

  readonly get = (): Value => this.#shown.get();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.show();
    const stops = [this.#source.subscribe(() => this.#changed()), this.#shown.subscribe(listener)];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(this.#timer);
    };
  };

  /** Shows what there is now, without waiting. */
  show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const now = this.#source.get();
    if (now === this.#shown.get()) return;
    this.#shownAt = performance.now();
    this.#onShow();
    this.#shown.set(now);
  }

  #changed(): void {
    const wait = this.#shownAt + this.#leastMs(this.#shown.get(), this.#source.get()) - performance.now();
    if (wait <= 0) this.show();
    else this.#timer ??= setTimeout(() => this.show(), wait);
  }
}
