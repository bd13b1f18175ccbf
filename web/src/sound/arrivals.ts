import type { Signal } from '@snug/client';

/** So long another tab has time to say that somebody looks at the message there, ms. */
const GRACE_PERIOD_MS = 300;

interface ArrivalsOptions {
  /** Each message of somebody else that comes now. */
  arrivals: Pick<Signal<{ roomId: string; seq: number }>, 'subscribe'>;
  /** Whether a message of others in that room is unread, by what is known of it in all tabs. */
  isUnread: (roomId: string, seq: number) => boolean;
  /** Whether somebody looks at that room in this tab. */
  isVisible: (roomId: string) => boolean;
  onArrival: () => void;
}

/** Calls `onArrival` once for what others said lately where nobody looks, until the returned function is called. */
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
