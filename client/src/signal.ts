/** Something that happens from time to time, and who wants to know. */
export class Signal<Value> {
  readonly #listeners = new Set<(value: Value) => void>();

  readonly emit = (value: Value): void => {
    for (const listener of this.#listeners) listener(value);
  };

  /** Calls `listener` each time, until the returned function is called. */
  readonly subscribe = (listener: (value: Value) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
