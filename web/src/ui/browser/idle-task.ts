/** As in `requestIdleCallback`. Safari has no such function. */
const MAX_WAIT_MS = 1_000;
const WAIT_WITHOUT_IDLE_MS = 200;

/** Calls `run` once when the page is idle, within a second. */
export type ScheduleIdle = (run: () => void) => () => void;

/** Work that waits until the page is idle. However often it is scheduled meanwhile, it runs once. */
export class IdleTask {
  readonly #run: () => void;
  readonly #schedule: ScheduleIdle;
  #cancel: (() => void) | undefined;

  constructor(run: () => void, schedule: ScheduleIdle = scheduleIdle) {
    this.#run = run;
    this.#schedule = schedule;
  }

  schedule(): void {
    this.#cancel ??= this.#schedule(this.flush);
  }

  /** Runs now if it is scheduled. */
  readonly flush = (): void => {
    if (!this.#cancel) return;
    this.cancel();
    this.#run();
  };

  cancel(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}

function scheduleIdle(run: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(run, { timeout: MAX_WAIT_MS });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, WAIT_WITHOUT_IDLE_MS);
  return () => clearTimeout(timer);
}
