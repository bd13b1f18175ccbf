import type { Signal } from '@snug/client';

/** The time in which another tab can report that the message is on screen there. */
const GRACE_PERIOD_MS = 300;

interface ArrivalsOptions {
  arrivals: Pick<Signal<{ roomId: string; seq: number }>, 'subscribe'>;
  isUnread: (roomId: string, seq: number) => boolean;
  isVisible: (roomId: string) => boolean;
  onArrival: () => void;
}

/** Calls `onArrival` once for each burst of unseen messages, until the returned function is called. */
export function subscribeToArrivals({
  arrivals,
  isUnread,
  isVisible,
  onArrival,
}: ArrivalsOptions): () => void {
  const newestSeqs = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const notify = () => {
    timer = undefined;
    const hasUnread = [...newestSeqs].some(([roomId, seq]) => !isVisible(roomId) && isUnread(roomId, seq));
    newestSeqs.clear();
    if (hasUnread) onArrival();
  };
  const stop = arrivals.subscribe(({ roomId, seq }) => {
    if (isVisible(roomId)) return;
    newestSeqs.set(roomId, seq);
    timer ??= setTimeout(notify, GRACE_PERIOD_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
