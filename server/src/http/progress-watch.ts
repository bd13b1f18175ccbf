/** A client with this throughput is slow, but not dead. */
export const MIN_THROUGHPUT_BYTES_PER_S = 8_000;

export interface ProgressWatch {
  /** Bytes so far. */
  count: () => number;
  isOver: () => boolean;
  /** Whether the server itself delays the client at the moment. */
  isHeldUp?: () => boolean;
  onStalled: () => void;
  /** The longest time without progress, and the interval of the checks. */
  silentMs: number;
  /** Time in addition to that of the slowest client. */
  graceMs: number;
}

/** Returns a function that ends the watch. */
export function watchProgress({
  count,
  isOver,
  isHeldUp = () => false,
  onStalled,
  silentMs,
  graceMs,
}: ProgressWatch): () => void {
  let startedAt = performance.now();
  let before = count();
  let last = -1;
  const timer = setInterval(() => {
    if (isOver()) return clearInterval(timer);
    const moved = count() - before;
    const slowestMs = graceMs + (moved / MIN_THROUGHPUT_BYTES_PER_S) * 1_000;
    const isStalled = moved === last || performance.now() - startedAt > slowestMs;
    last = moved;
    if (!isStalled) return;
    if (!isHeldUp()) return onStalled();
    // The client could not be faster, so its time begins again.
    [startedAt, before, last] = [performance.now(), count(), -1];
  }, silentMs);
  timer.unref();
  return () => clearInterval(timer);
}
