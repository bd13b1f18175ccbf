import { type RoomLog, Store } from '@snug/client';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useChat, usePlaces } from '../../chat/chat-context.ts';
import { roomPath } from '../../chat/room-path.ts';
import { useStore } from '../../chat/use-store.ts';
import { showRefusal } from '../../ui/feedback/toast.ts';
import { Reading } from './scroll-controller.ts';

interface ReadingOptions {
  scroller: RefObject<HTMLElement | null>;
  roomId: string;
  /** Undefined while it is not known. */
  log: RoomLog | undefined;
  /** Of the newest message of this person's that is on its way. */
  ownId: string | undefined;
  /** Of the message to begin with; without it, where this person left the room, or its end. */
  at: string | undefined;
  /** Called when something else may be in view. */
  onView: (scroller: HTMLElement) => void;
}

/** Keeps a reader where they are in a room, until they move or write. All of these stay the same but `log` and `ownId`. */
export function useReading({ scroller, roomId, log, ownId, at, onView }: ReadingOptions) {
  const list = useRef<HTMLDivElement>(null);
  const reading = useRef<Reading>(undefined);
  const places = usePlaces();
  const [, navigate] = useLocation();
  const { pages } = useChat().room(roomId);
  const [seen] = useState(() => new Store(at === undefined ? places.get(roomId)?.seen : undefined));
  const begun = useRef(log);

  useLayoutEffect(() => {
    if (!scroller.current || !list.current) return undefined;
    const here = new Reading({ scroller: scroller.current, pages, seen, onView });
    here.begin(begun.current, at, places.get(roomId));
    reading.current = here;
    // Called before anything is painted: what is seen never jumps.
    const observer = new ResizeObserver(() => here.keep());
    observer.observe(scroller.current);
    observer.observe(list.current);
    return () => {
      observer.disconnect();
      const left = here.leave();
      if (left) places.set(roomId, left);
      else places.delete(roomId);
    };
  }, [scroller, roomId, pages, seen, onView, at, places]);

  useLayoutEffect(() => reading.current?.changed(log), [log]);

  const goToEnd = useCallback(() => {
    reading.current?.goToEnd().catch(showRefusal);
    // Loaded anew, the page shows the newest message and not the one that it began with.
    if (at !== undefined) navigate(roomPath(roomId), { replace: true });
  }, [at, navigate, roomId]);

  const lastOwnId = useRef(ownId);
  useLayoutEffect(() => {
    if (ownId !== undefined && ownId !== lastOwnId.current) goToEnd();
    lastOwnId.current = ownId;
  }, [ownId, goToEnd]);

  const arrived = useStore(seen);
  return {
    list,
    onScroll: useCallback(() => reading.current?.scrolled(), []),
    goToEnd,
    stayAt: useCallback((row: HTMLElement) => reading.current?.stayAt(row), []),
    isAway: arrived !== undefined || log?.hasNewer === true,
    newCount: arrived === undefined || !log ? 0 : log.arrivals - arrived,
  };
}
