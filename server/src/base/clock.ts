/** Monotonic time and timers of one process. The store has the time of day. */
export interface Clock {
  /** Milliseconds of a monotonic clock: after a jump, everyone would look silent or would have to wait. */
  readonly steadyNow: () => number;
  /** Runs `run` once after `ms`, unless the returned function is called earlier. Does not keep the process alive. */
  readonly setTimer: (run: () => void, ms: number) => () => void;
  /** Runs `run` every `ms` until the returned function is called. */
  readonly repeat: (run: () => void, ms: number) => () => void;
  /** Runs `run` at the end of this turn of the event loop. */
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
