const IDLE_MS = 60_000;
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

export interface ActivityOptions {
  /** The document. */
  page: EventTarget & { readonly visibilityState: DocumentVisibilityState };
  now: () => number;
  setTimer: (run: () => void, ms: number) => () => void;
}

/** Whether somebody looks at this page: it is visible, and had a touch, a key or the pointer in the last minute. */
export class Activity {
  readonly #options: ActivityOptions;
  #touchedAt: number;

  constructor(options: ActivityOptions) {
    this.#options = options;
    // Somebody has just opened the page.
    this.#touchedAt = options.now();
  }

  /** Calls `report` at once, and with each change until the returned function is called. */
  follow(report: (isActive: boolean) => void): () => void {
    const { page, now, setTimer } = this.#options;
    let reported: boolean | undefined;
    let cancel = () => {};
    const update = () => {
      cancel();
      const leftMs = this.#touchedAt + IDLE_MS - now();
      const isActive = page.visibilityState === 'visible' && leftMs > 0;
      if (isActive) cancel = setTimer(update, leftMs);
      if (isActive !== reported) report(isActive);
      reported = isActive;
    };
    const onTouch = () => {
      this.#touchedAt = now();
      // The timer of an active page looks at the time of the last touch.
      if (!reported) update();
    };
    const onVisible = () => {
      if (page.visibilityState === 'visible') this.#touchedAt = now();
      update();
    };
    for (const type of TOUCHES) page.addEventListener(type, onTouch, { capture: true, passive: true });
    page.addEventListener('visibilitychange', onVisible);
    update();
    return () => {
      cancel();
      for (const type of TOUCHES) page.removeEventListener(type, onTouch, { capture: true });
      page.removeEventListener('visibilitychange', onVisible);
    };
  }
}
