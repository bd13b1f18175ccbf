import type { RoomLog } from '@snug/client';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useChat, usePlaces } from '../../chat/chat-context.ts';
import { useStore } from '../../chat/use-store.ts';
import { showRefusal } from '../../ui/feedback/toast.ts';
import { OlderMessages, shownOf } from './older-messages.ts';
import { useNearRows } from './use-near-rows.ts';

interface ShownPartOptions {
  scroller: RefObject<HTMLElement | null>;
  roomId: string;
  /** All that is here. */
  known: RoomLog | undefined;
  /** The message to begin with. */
  at: string | undefined;
}

/**
 * The part of a log that is shown (`log`), and which rows of it are drawn whole (`isNear`). `older.show` shows the page before it.
 * `onView` is to be called when something else may be in view.
 */
export function useShownPart({ scroller, roomId, known, at }: ShownPartOptions) {
  const { pages } = useChat().room(roomId);
  const left = usePlaces().get(roomId);
  const [older] = useState(() => {
    const isAtEnd = at === undefined && left === undefined;
    return new OlderMessages({ pages, log: known, isAtEnd, onRefusal: showRefusal });
  });
  const from = useStore(older.from);
  useLayoutEffect(() => older.changed(known), [older, known]);
  useEffect(() => (scroller.current ? older.listen(scroller.current) : undefined), [older, scroller]);
  const log = useMemo(() => known && shownOf(known, from), [known, from]);
  const { isNear, onView: findNear } = useNearRows(log?.messages ?? [], at ?? left?.messageId);
  const onView = useCallback(
    (scroller: HTMLElement) => {
      findNear(scroller);
      older.look(scroller);
    },
    [findNear, older],
  );
  return { log, isNear, onView, older: { show: older.show, isWanted: from === 0 } };
}
