const MIN_SPAN_MS = 500;

export interface ProcessorTimes {
  /** In microseconds. */
  readProcess: () => number;
  readThread: () => number;
  /** In ms. */
  now: () => number;
}

/** What the other threads of this process used of a core in the last half second or more, from 0 to 1. */
export function createLoadReader({ readProcess, readThread, now }: ProcessorTimes): () => number {
  const readOthers = () => ({ at: now(), used: readProcess() - readThread() });
  let last = readOthers();
  let load = 0;
  return () => {
    const span = now() - last.at;
    if (span < MIN_SPAN_MS) return load;
    const current = readOthers();
    load = Math.min(1, Math.max(0, (current.used - last.used) / (span * 1_000)));
    last = current;
    return load;
  };
}
