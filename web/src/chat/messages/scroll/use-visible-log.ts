import type { RoomLog, RoomPlace, RoomStore } from '@snug/client';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useChat, useSavedScrolls } from '../../../state/chat-context.ts';
import { useStore } from '../../../state/use-store.ts';
import { showCommandError } from '../../../ui/feedback/toast.ts';
import { OlderMessages, sliceLog } from './older-messages.ts';
import { useNearRows } from './use-near-rows.ts';

interface VisibleLogOptions {
  scroller: RefObject<HTMLElement | null>;
  roomId: string;
  /** Undefined for all messages of the room. */
  part?: { pages: RoomStore['pages']; rootId: string } | undefined;
  loadedLog: RoomLog | undefined;
  /** Where the reader begins. */
  place: RoomPlace | undefined;
}

/** `near`: the rows that render in full. `older.show`: shows the page before. Call `onView` after the view may have changed. */
export function useVisibleLog({ scroller, roomId, part, loadedLog, place }: VisibleLogOptions) {
  const { pages } = useChat().room(roomId);
  const savedScroll = useSavedScrolls().get(part?.rootId ?? roomId);
  const [older] = useState(() => {
    const isAtEnd = place === undefined && savedScroll === undefined;
    return new OlderMessages({
      pages: part?.pages ?? pages,
      log: loadedLog,
      isAtEnd,
      onError: showCommandError,
    });
  });
  const from = useStore(older.from);
  useLayoutEffect(() => older.setLog(loadedLog), [older, loadedLog]);
  useEffect(() => (scroller.current ? older.attach(scroller.current) : undefined), [older, scroller]);
  const log = useMemo(() => loadedLog && sliceLog(loadedLog, from), [loadedLog, from]);
  const { near, onView: updateNearRows } = useNearRows(log?.messages ?? [], place ?? savedScroll?.messageId);
  const onView = useCallback(
    (scroller: HTMLElement) => {
      updateNearRows(scroller);
      older.prefetch(scroller);
    },
    [updateNearRows, older],
  );
  return {
    log,
    near,
    onView,
    onPageUp: older.onPageUp,
    older: { show: older.showPage, isRequested: from === 0 },
  };
}
