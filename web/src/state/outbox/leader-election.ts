/**
 * A visible page takes precedence, because the browser may suspend a hidden one. If the leader closes or crashes, the next page
 * follows. Without the Web Locks API (it needs https), every page leads.
 */
export function electLeader(name: string, listener: (isLeading: boolean) => void): () => void {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) {
    listener(true);
    return () => undefined;
  }
  const stop = new AbortController();
  const { signal } = stop;
  /** The number of the current term of this page; 0 while another page has the lock. */
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
      // Stopped, or a later request of this page stole the lock.
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
