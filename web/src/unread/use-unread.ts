import type { RoomLog } from '@snug/client';
import type { ReadState } from '@snug/protocol';
import { useEffect, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';

/** Undefined in a room that is not one's own. */
export function useReadState(roomId: string): ReadState | undefined {
  return useStore(useChat().cursors.states).get(roomId);
}

/** Without muted rooms. `personal`: mentions, replies and direct messages. */
export function useUnreadTotals(): { unread: number; personal: number } {
  const { cursors, memberships, roomList } = useChat();
  const states = useStore(cursors.states);
  const options = useStore(memberships.options);
  let [unread, personal] = [0, 0];
  for (const [roomId, state] of states) {
    const isDirect = roomList.getRow(roomId)?.kind === 'direct';
    if (options.get(roomId)?.muted) personal += state.mentions ?? 0;
    else {
      unread += state.unread;
      personal += isDirect ? state.unread : (state.mentions ?? 0);
    }
  }
  return { unread, personal };
}

/**
 * Marks the room as read while its newest message is on screen and the page is visible. Returns the `seq` after which the "New"
 * line stands: it is placed when the room opens, and moves only for a page that was hidden, or if the person moves the cursor
 * back.
 */
export function useReading(
  roomId: string,
  log: RoomLog | undefined,
  isScrolledUp: boolean,
): number | undefined {
  const { cursors } = useChat();
  const state = useReadState(roomId);
  const line = useNewLine(state);
  const isKnown = state !== undefined;
  const seq = log?.hasNewer ? undefined : log?.messages.at(-1)?.seq;
  useEffect(() => cursors.onOpened(roomId), [cursors, roomId]);
  useEffect(() => {
    if (seq === undefined || !isKnown) return undefined;
    const markRead = () => {
      if (!isScrolledUp && document.visibilityState === 'visible') cursors.markRead(roomId, seq);
    };
    markRead();
    document.addEventListener('visibilitychange', markRead);
    return () => document.removeEventListener('visibilitychange', markRead);
  }, [cursors, roomId, seq, isKnown, isScrolledUp]);
  return line;
}

/** Null: there is no line. */
function useNewLine(state: ReadState | undefined): number | undefined {
  const [line, setLine] = useState<{ seq: number | null; readSeq: number }>();
  const [hiddenAt, setHiddenAt] = useState<number>();
  useEffect(() => {
    const onChange = () => setHiddenAt(document.visibilityState === 'hidden' ? Date.now() : undefined);
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  if (!state) return line?.seq ?? undefined;
  const { readSeq, unread } = state;
  const isBack = line !== undefined && readSeq < line.readSeq;
  const isBehindPage = hiddenAt !== undefined && unread > 0 && readSeq !== line?.seq;
  if (!line || isBack || isBehindPage) setLine({ seq: unread > 0 ? readSeq : null, readSeq });
  else if (readSeq > line.readSeq) setLine({ ...line, readSeq });
  return line?.seq ?? undefined;
}
