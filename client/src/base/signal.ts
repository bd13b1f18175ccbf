export class Signal<Value> {
  readonly #listeners = new Set<(value: Value) => void>();
  /** Undefined before the first one. */
  last: Value | undefined;

  readonly emit = (value: Value): void => {
    this.last = value;
    for (const listener of this.#listeners) listener(value);
  };

  readonly subscribe = (listener: (value: Value) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
