import { readItem, writeItem } from './local-storage.ts';

interface Format<Value> {
  /** `stored`: null if the browser has no value. */
  parse: (stored: string | null) => Value;
  /** Null removes the item. */
  serialize: (value: Value) => string | null;
}

/** A value that the tabs of this browser share. If the browser stores nothing, it lasts as long as the page. */
export class StoredValue<Value> {
  readonly #key: string;
  readonly #format: Format<Value>;
  readonly #listeners = new Set<() => void>();
  #known: { stored: string | null; value: Value } | undefined;
  #unsaved: { value: Value } | undefined;

  constructor(key: string, format: Format<Value>) {
    this.#key = key;
    this.#format = format;
  }

  /** The same object as before if nothing has changed. */
  readonly get = (): Value => {
    if (this.#unsaved) return this.#unsaved.value;
    const stored = readItem(this.#key) ?? null;
    if (this.#known?.stored !== stored) this.#known = { stored, value: this.#format.parse(stored) };
    return this.#known.value;
  };

  readonly set = (value: Value): void => {
    const isStored = writeItem(this.#key, this.#format.serialize(value));
    this.#unsaved = isStored ? undefined : { value };
    for (const listener of this.#listeners) listener();
  };

  /** Calls `listener` after a change in this tab or in another one. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === this.#key || key === null) listener();
    };
    this.#listeners.add(listener);
    window.addEventListener('storage', onStorage);
    // A page in the back/forward cache receives no events.
    window.addEventListener('pageshow', listener);
    return () => {
      this.#listeners.delete(listener);
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pageshow', listener);
    };
  };
}
