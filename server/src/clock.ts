/** Time, as one process sees it. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
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
  now: () => Date.now(),
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
