import type { RoomLog, RoomView } from '@snug/client';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useChat, useMe } from '../../state/chat-context.ts';
import type { Day } from '../messages/rows.ts';
import { isAttentive, onAttention } from './attention.ts';
import { findFirstUnread } from './find-first-unread.ts';
import type { NewLineState } from './use-new-line.ts';
import { useReadState } from './use-unread.ts';

interface UseReadingOptions {
  roomId: string;
  scroller: RefObject<HTMLElement | null>;
  /** Defined in a part of the room, which moves no cursor. */
  part: object | undefined;
  log: RoomLog | undefined;
  days: readonly Day[];
  isScrolledUp: boolean;
  /** How often the person has sent something. */
  sendCount: number;
  newLine: Pick<NewLineState, 'finish'> | undefined;
}

/** Marks the room as read while its newest message is on screen and a person looks at the page. */
export function useReading(options: UseReadingOptions): void {
  const { roomId, scroller, part, days, isScrolledUp, sendCount, newLine } = options;
  const chat = useChat();
  const { cursors, blocks } = chat;
  const { uid } = useMe();
  // Also after the cursor moved back: a move from before the room was opened can take effect later.
  const read = useReadState(roomId);
  const readSeq = read?.readSeq;
  const log = part ? undefined : options.log;
  const seq = log?.hasNewer ? undefined : log?.messages.at(-1)?.seq;
  const hasOlder = log?.hasOlder === true;
  const finishLine = newLine?.finish;

  /** A send from further up went to the end, past messages that were never on screen. */
  const hasSkipped = useRef(false);
  const lastCount = useRef(sendCount);
  useLayoutEffect(() => {
    if (sendCount === lastCount.current) return;
    lastCount.current = sendCount;
    hasSkipped.current = isScrolledUp;
    if (isScrolledUp) return;
    finishLine?.();
    // The last message that the person saw before they wrote.
    if (seq !== undefined) cursors.readOn(roomId, seq);
  }, [cursors, roomId, isScrolledUp, sendCount, seq, finishLine]);
  // The reader scrolls by themselves.
  useEffect(() => {
    if (isScrolledUp) hasSkipped.current = false;
  }, [isScrolledUp]);

  const isFollowing = !part && !isScrolledUp;
  useEffect(() => {
    if (!isFollowing) return undefined;
    const { view } = chat.room(roomId);
    let isLive = isSynced(view.get());
    // Before the page renders what has arrived, so that it never renders the number in between.
    return view.subscribe(() => {
      const { log } = view.get();
      const newest = log?.hasNewer ? undefined : log?.messages.at(-1);
      const wasLive = isLive;
      isLive = isSynced(view.get());
      // What came while the room was closed gets its line first.
      if (wasLive && isLive && newest && !hasSkipped.current && isAttentive())
        cursors.markRead(roomId, newest.seq);
    });
  }, [chat, cursors, roomId, isFollowing]);

  useEffect(() => {
    if (seq === undefined || readSeq === undefined || seq <= readSeq) return undefined;
    const isSilent = (author: string) => author === uid || blocks.get().has(author);
    const markRead = () => {
      if (isScrolledUp || !isAttentive()) return;
      const first = findFirstUnread(days, read, hasOlder, isSilent);
      const hasUnread = (cursors.get(roomId)?.unread ?? 0) > 0;
      if (hasSkipped.current && hasUnread && !isInView(scroller.current, first?.id)) return;
      hasSkipped.current = false;
      cursors.markRead(roomId, seq);
    };
    markRead();
    return onAttention(markRead);
  }, [cursors, blocks, uid, roomId, scroller, days, seq, read, readSeq, hasOlder, isScrolledUp]);
}

function isSynced({ log, isCached }: RoomView): boolean {
  return log !== undefined && !isCached;
}

/** Whether the row and all after it are on screen, if the list is at its end. */
function isInView(scroller: HTMLElement | null, rowId: string | undefined): boolean {
  const row = rowId === undefined ? null : document.getElementById(rowId);
  if (!row || !scroller) return false;
  return row.getBoundingClientRect().top >= scroller.getBoundingClientRect().top - 1;
}
