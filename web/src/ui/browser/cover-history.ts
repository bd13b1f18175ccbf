type SessionHistory = Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>;

/** Asks a cover to close. It may refuse, for example to ask a question first. */
type Close = () => void;

/** Part of the state of an entry: the number of covers that were open over the page when it was the current entry. */
interface EntryState {
  covers?: number;
}

/** After it, a traversal is lost, for example because the page began to load another one. */
const TRAVERSAL_TIMEOUT_MS = 5_000;

/**
 * The entries of dialogs, sheets, menus and pictures in the history of the tab, above the entry of the page that they cover. Back
 * closes the topmost cover. A cover that closes otherwise takes its entry away, so that Back leads to the page before.
 *
 * Traversals are asynchronous. So each change only compares the number of open covers with that of entries, and moves or adds
 * entries until they are equal.
 */
export class CoverHistory {
  readonly #history: SessionHistory;
  /** From the lowest to the topmost. */
  #covers: readonly { close: Close }[] = [];
  /** They wait until the entry of the page is the current one. */
  readonly #waiting: (() => void)[] = [];
  #traversal: ReturnType<typeof setTimeout> | undefined;

  constructor(history: SessionHistory) {
    this.#history = history;
    // A reload of an entry of a cover: the cover is gone.
    queueMicrotask(this.#settle);
  }

  /** Returns a function to call when the cover has closed. */
  open(close: Close): () => void {
    const cover = { close };
    this.#covers = [...this.#covers, cover];
    // Later, because a cover often opens in place of another.
    queueMicrotask(this.#settle);
    return () => {
      this.#covers = this.#covers.filter(other => other !== cover);
      queueMicrotask(this.#settle);
    };
  }

  /** Runs `run` at once, or after the entries of covers are gone. Covers that stay open get new ones. */
  runOnPage(run: () => void): void {
    this.#waiting.push(run);
    this.#runWaiting();
    this.#settle();
  }

  /** Moves to the entry before that of the page. */
  goBack(): void {
    this.runOnPage(() => this.#go(-1));
  }

  /** Returns false for an entry of a cover that is not open any more: the page stays as it is, and its entry follows. */
  onPopState(): boolean {
    const entries = this.#countEntries();
    const isOwn = this.#endTraversal();
    if (!isOwn) for (const cover of this.#covers.slice(entries).toReversed()) cover.close();
    const isLeftOver = entries > this.#covers.length;
    this.#runWaiting();
    // After React has closed the covers.
    setTimeout(this.#settle);
    return !isLeftOver;
  }

  readonly #settle = (): void => {
    if (this.#traversal !== undefined) return;
    const entries = this.#countEntries();
    const covers = this.#waiting.length > 0 ? 0 : this.#covers.length;
    if (entries > covers) return this.#go(covers - entries);
    for (let count = entries + 1; count <= covers; count++)
      this.#history.pushState({ ...this.#history.state, covers: count }, '');
  };

  #runWaiting(): void {
    while (this.#traversal === undefined && this.#countEntries() === 0) {
      const run = this.#waiting.shift();
      if (!run) return;
      run();
    }
  }

  #go(delta: number): void {
    this.#traversal = setTimeout(() => {
      this.#endTraversal();
      const { covers: _, ...state } = (this.#history.state ?? {}) as EntryState;
      this.#history.replaceState(state, '');
      this.#runWaiting();
      this.#settle();
    }, TRAVERSAL_TIMEOUT_MS);
    this.#history.go(delta);
  }

  #endTraversal(): boolean {
    const wasRunning = this.#traversal !== undefined;
    clearTimeout(this.#traversal);
    this.#traversal = undefined;
    return wasRunning;
  }

  #countEntries(): number {
    return (this.#history.state as EntryState | null)?.covers ?? 0;
  }
}
