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
  let isLeading = false;
  let isWaiting = false;

  const hold = () => {
    isLeading = true;
    listener(true);
    return new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
  };
  const lose = () => {
    if (isLeading && !signal.aborted) listener(false);
    isLeading = false;
    wait();
  };
  const wait = () => {
    if (isWaiting || signal.aborted) return;
    isWaiting = true;
    const begin = () => {
      isWaiting = false;
      return hold();
    };
    locks.request(name, { signal }, begin).catch(lose);
  };
  const takeOver = () => {
    if (document.visibilityState !== 'visible' || isLeading || signal.aborted) return;
    locks.request(name, { steal: true }, hold).catch(lose);
  };

  wait();
  takeOver();
  document.addEventListener('visibilitychange', takeOver, { signal });
  return () => stop.abort();
}
