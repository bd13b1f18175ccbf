/** Time that passes in one process. The time of day is the store's. */
export interface Clock {
  /** Milliseconds, of a clock that never jumps: after a jump everyone would look silent, or have to wait. */
  readonly steadyNow: () => number;
  /** Runs something once after `ms`, unless the returned function is called before. It keeps no process alive. */
  readonly setTimer: (run: () => void, ms: number) => () => void;
  /** Runs something every `ms`, until the returned function is called. */
  readonly repeat: (run: () => void, ms: number) => () => void;
  /** Runs something at the end of this turn of the event loop. */
  readonly defer: (run: () => void) => void;
}

export const systemClock: Clock = {
  steadyNow: () => performance.now(),
  setTimer(run, ms) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
  repeat(run, ms) {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
  defer: setImmediate,
};
