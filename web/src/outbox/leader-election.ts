/**
 * Has one of all pages do something: calls `listener` with true when it is this one, with false when another took over. The
 * page that somebody looks at comes first, because a hidden one may be asleep; when it is closed or crashes, the next
 * one follows. Where the browser has no locks (they need https), every page is told that it is the one.
 */
export function electLeader(name: string, listener: (isLeading: boolean) => void): () => void {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) {
    listener(true);
    return () => undefined;
  }
  const stop = new AbortController();
  const { signal } = stop;
  /** Which of the times that the lock was given to this page counts; 0 while another has it. */
  let currentTerm = 0;
  let termCount = 0;
  let isWaiting = false;

  const requestLock = (options: LockOptions) => {
    let term = 0;
    const onLock = () => {
      term = currentTerm = ++termCount;
      if (!options.steal) isWaiting = false;
      listener(true);
      return new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
    };
    locks.request(name, options, onLock).catch(() => {
      // Given up, or taken away by this very page.
      if (signal.aborted || term !== currentTerm) return;
      currentTerm = 0;
      listener(false);
      wait();
    });
  };
  const wait = () => {
    if (isWaiting) return;
    isWaiting = true;
    requestLock({ signal });
  };
  const takeOver = () => {
    if (document.visibilityState === 'visible' && currentTerm === 0) requestLock({ steal: true });
  };

  if (document.visibilityState === 'visible') takeOver();
  else wait();
  document.addEventListener('visibilitychange', takeOver, { signal });
  return () => stop.abort();
}
