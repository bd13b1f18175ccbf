import type { Room } from '@snug/protocol';

/** So long another tab has time to say that somebody looks at the message there, ms. */
const LOOK_MS = 300;

interface ArrivalsOptions {
  rooms: { get: () => readonly Room[] | undefined; subscribe: (listener: () => void) => () => void };
  /** Whether a message of others in that room is unread, by what is known of it in all tabs. */
  isUnread: (roomId: string, seq: number) => boolean;
  /** Whether somebody looks at that room in this tab. */
  isSeen: (roomId: string) => boolean;
  onArrival: () => void;
}

/** Calls `onArrival` once for what others said lately where nobody looks, until the returned function is called. */
export function watchArrivals({ rooms, isUnread, isSeen, onArrival }: ArrivalsOptions): () => void {
  let known = seqsOf(rooms.get());
  const arrived = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    timer = undefined;
    const isNews = [...arrived].some(([roomId, seq]) => !isSeen(roomId) && isUnread(roomId, seq));
    arrived.clear();
    if (isNews) onArrival();
  };
  const stop = rooms.subscribe(() => {
    const now = seqsOf(rooms.get());
    for (const [roomId, seq] of now) {
      const before = known.get(roomId);
      // A room that was not known is no news, such as all of them at first.
      if (before !== undefined && seq > before && !isSeen(roomId)) arrived.set(roomId, seq);
    }
    known = now;
    if (arrived.size > 0) timer ??= setTimeout(tell, LOOK_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

function seqsOf(rooms: readonly Room[] = []): Map<string, number> {
  return new Map(rooms.map(({ id, lastMessage }) => [id, lastMessage?.seq ?? 0]));
}
