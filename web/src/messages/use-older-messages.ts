import type { RoomLog } from '@snug/client';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { showRefusal } from '../ui/toast.ts';
import { OlderMessages, shownOf } from './older-messages.ts';

/** The part of a log that is shown, and `show`, which shows the page before it. `isAtEnd`: whether its reader begins there. */
export function useOlderMessages(
  scroller: RefObject<HTMLElement | null>,
  roomId: string,
  log: RoomLog | undefined,
  isAtEnd: boolean,
) {
  const { pages } = useChat().room(roomId);
  const [older] = useState(() => new OlderMessages({ pages, log, isAtEnd, onRefusal: showRefusal }));
  const from = useStore(older.from);
  useLayoutEffect(() => older.changed(log), [older, log]);
  useEffect(() => (scroller.current ? older.listen(scroller.current) : undefined), [older, scroller]);
  const shown = useMemo(() => log && shownOf(log, from), [log, from]);
  return { shown, isWanted: from === 0, show: older.show, look: older.look };
}
