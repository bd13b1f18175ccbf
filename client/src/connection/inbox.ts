import type { Pacer } from '../environment.ts';

interface EntryOptions {
  /** The result of a request: its caller goes on before the next entry is applied. */
  isResult?: boolean;
  /** A person waits for it: neither it nor the entries before it wait for the pacer. */
  isUrgent?: boolean;
}

interface Entry extends EntryOptions {
  apply: () => void;
}

/** What a socket has received, in its order. A page renders the entries of one turn together. */
export class Inbox {
  readonly #pacer: Pacer | undefined;
  readonly #entries: Entry[] = [];
  /** The number of entries up to the last urgent one. */
  #urgentCount = 0;

  /** `pacer`: undefined applies each entry at once. */
  constructor(pacer: Pacer | undefined) {
    this.#pacer = pacer;
  }

  add(apply: () => void, options: EntryOptions = {}): void {
    if (!this.#pacer) return apply();
    this.#entries.push({ ...options, apply });
    if (options.isUrgent) this.#urgentCount = this.#entries.length;
    this.#schedule(options.isUrgent);
  }

  clear(): void {
    this.#entries.length = 0;
    this.#urgentCount = 0;
  }

  #schedule(isUrgent = false): void {
    this.#pacer?.schedule(this.#applyTurn, isUrgent);
  }

  readonly #applyTurn = (mayGoOn: () => boolean): void => {
    let isResult: boolean | undefined = false;
    try {
      do isResult = this.#applyNext();
      while (!isResult && this.#entries.length > 0 && (this.#urgentCount > 0 || mayGoOn()));
    } finally {
      if (this.#entries.length > 0) this.#schedule(isResult || this.#urgentCount > 0);
    }
  };

  /** Returns whether the entry was a result. */
  #applyNext(): boolean | undefined {
    const entry = this.#entries.shift();
    this.#urgentCount = Math.max(0, this.#urgentCount - 1);
    entry?.apply();
    return entry?.isResult;
  }
}
