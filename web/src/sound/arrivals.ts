import type { Signal } from '@snug/client';

/** So long another tab has time to say that somebody looks at the message there, ms. */
const LOOK_MS = 300;

interface ArrivalsOptions {
  /** Each message of somebody else that comes now. */
  arrivals: Pick<Signal<{ roomId: string; seq: number }>, 'subscribe'>;
  /** Whether a message of others in that room is unread, by what is known of it in all tabs. */
  isUnread: (roomId: string, seq: number) => boolean;
  /** Whether somebody looks at that room in this tab. */
  isSeen: (roomId: string) => boolean;
  onArrival: () => void;
}

/** Calls `onArrival` once for what others said lately where nobody looks, until the returned function is called. */
export function watchArrivals({ arrivals, isUnread, isSeen, onArrival }: ArrivalsOptions): () => void {
  const arrived = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    timer = undefined;
    const isNews = [...arrived].some(([roomId, seq]) => !isSeen(roomId) && isUnread(roomId, seq));
    arrived.clear();
    if (isNews) onArrival();
  };
  const stop = arrivals.subscribe(({ roomId, seq }) => {
    if (isSeen(roomId)) return;
    arrived.set(roomId, seq);
    timer ??= setTimeout(tell, LOOK_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
