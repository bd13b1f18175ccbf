/**
 * Has one of all pages do something: calls `listener` with true when it is this one, with false when another took over. The
 * page that somebody looks at comes first, because a hidden one may be asleep; when it is closed or crashes, the next
 * one follows. Where the browser has no locks (they need https), every page is told that it is the one.
 */
export function lead(name: string, listener: (isLeading: boolean) => void): () => void {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) {
    listener(true);
    return () => undefined;
  }
  const stop = new AbortController();
  const { signal } = stop;
  /** Which of the times that the lock was given to this page counts; 0 while another has it. */
  let held = 0;
  let times = 0;
  let isWaiting = false;

  const ask = (options: LockOptions) => {
    let mine = 0;
    const hold = () => {
      mine = held = ++times;
      if (!options.steal) isWaiting = false;
      listener(true);
      return new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
    };
    locks.request(name, options, hold).catch(() => {
      // Given up, or taken away by this very page.
      if (signal.aborted || mine !== held) return;
      held = 0;
      listener(false);
      wait();
    });
  };
  const wait = () => {
    if (isWaiting) return;
    isWaiting = true;
    ask({ signal });
  };
  const takeOver = () => {
    if (document.visibilityState === 'visible' && held === 0) ask({ steal: true });
  };

  if (document.visibilityState === 'visible') takeOver();
  else wait();
  document.addEventListener('visibilitychange', takeOver, { signal });
  return () => stop.abort();
}
