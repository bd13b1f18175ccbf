import { type RoomLog, type RoomPlace, type RoomStore, Store } from '@snug/client';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useChat, useSavedScrolls } from '../../../state/chat-context.ts';
import { roomPath } from '../../../state/room-path.ts';
import { useSendCount } from '../../../state/sends.ts';
import { useStore } from '../../../state/use-store.ts';
import { navigate } from '../../../ui/browser/location.ts';
import { showCommandError } from '../../../ui/feedback/toast.ts';
import { ScrollController } from './scroll-controller.ts';
import { useScrollKeys } from './scroll-keys.ts';

interface UseScrollControllerOptions {
  scroller: RefObject<HTMLElement | null>;
  roomId: string;
  /** Undefined for all messages of the room. */
  part?: { pages: RoomStore['pages']; rootId: string } | undefined;
  log: RoomLog | undefined;
  /** If undefined, the reader begins where they left the room, or at its end. */
  place: RoomPlace | undefined;
  onViewChange: (scroller: HTMLElement) => void;
  onPageUp: Parameters<typeof useScrollKeys>[0]['onPageUp'];
}

/** Keeps the scroll position of a room until the reader scrolls or writes. Only `log` may change. */
export function useScrollController(options: UseScrollControllerOptions) {
  const { scroller, roomId, part, log, place, onViewChange, onPageUp } = options;
  const list = useRef<HTMLDivElement>(null);
  const controllerRef = useRef<ScrollController>(undefined);
  const savedScrolls = useSavedScrolls();
  const chat = useChat();
  const { pages: roomPages } = chat.room(roomId);
  const pages = part?.pages ?? roomPages;
  const placeId = part?.rootId ?? roomId;
  // At a place, the end counts as seen only after it is measured.
  const [seenArrivals] = useState(
    () => new Store(place === undefined ? savedScrolls.get(placeId)?.seenArrivals : log?.arrivalCount),
  );
  const initialLog = useRef(log);

  useLayoutEffect(() => {
    if (!scroller.current || !list.current) return undefined;
    const controller = new ScrollController({
      scroller: scroller.current,
      pages,
      seenArrivals,
      onViewChange,
    });
    controller.start(initialLog.current, place, savedScrolls.get(placeId));
    controllerRef.current = controller;
    // Resize observers run before the paint, so the view never jumps.
    const observer = new ResizeObserver(() => controller.hold());
    observer.observe(scroller.current);
    observer.observe(list.current);
    return () => {
      observer.disconnect();
      const savedScroll = controller.stop();
      if (savedScroll) savedScrolls.set(placeId, savedScroll);
      else savedScrolls.delete(placeId);
    };
  }, [scroller, placeId, pages, seenArrivals, onViewChange, place, savedScrolls]);

  useLayoutEffect(() => controllerRef.current?.setLog(log), [log]);

  const leavePlace = useCallback(() => {
    // A reload then shows the newest message and not the linked one.
    if (place !== undefined && !part) navigate(roomPath(roomId), { replace: true });
  }, [place, roomId, part]);
  const goToEnd = useCallback(() => {
    controllerRef.current?.goToEnd().catch(showCommandError);
    leavePlace();
  }, [leavePlace]);

  useScrollKeys({ scroller, goToEnd, onPageUp });

  const sendCount = useSendCount(roomId);
  const lastSendCount = useRef(sendCount);
  useLayoutEffect(() => {
    if (sendCount !== lastSendCount.current) {
      controllerRef.current?.showSent().catch(showCommandError);
      leavePlace();
    }
    lastSendCount.current = sendCount;
  }, [sendCount, leavePlace]);

  const isConnected = useStore(chat.connection.state).status === 'connected';
  useEffect(() => {
    if (isConnected) controllerRef.current?.retryNewest().catch(showCommandError);
  }, [isConnected]);

  const seenBefore = useStore(seenArrivals);
  return {
    list,
    onScroll: useCallback(() => controllerRef.current?.onScroll(), []),
    goToEnd,
    holdRow: useCallback((row: HTMLElement) => controllerRef.current?.holdRow(row), []),
    sendCount,
    isScrolledUp: seenBefore !== undefined || log?.hasNewer === true,
    newCount: seenBefore === undefined || !log ? 0 : log.arrivalCount - seenBefore,
  };
}
