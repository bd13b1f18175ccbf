import type { Arrival, Signal } from '@snug/client';

/** The time in which another tab can report that the message is on screen there. */
const GRACE_PERIOD_MS = 300;

interface ArrivalsOptions {
  arrivals: Pick<Signal<Arrival>, 'subscribe'>;
  isUnread: (arrival: Arrival) => boolean;
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
  /** By room and conversation, which can be read apart. */
  const newest = new Map<string, Arrival>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const notify = () => {
    timer = undefined;
    const hasUnread = [...newest.values()].some(arrival => !isVisible(arrival.roomId) && isUnread(arrival));
    newest.clear();
    if (hasUnread) onArrival();
  };
  const stop = arrivals.subscribe(arrival => {
    const { roomId, rootId = '' } = arrival;
    if (isVisible(roomId)) return;
    newest.set(`${roomId} ${rootId}`, arrival);
    timer ??= setTimeout(notify, GRACE_PERIOD_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
