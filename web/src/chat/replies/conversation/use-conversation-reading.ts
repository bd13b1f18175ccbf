import { useEffect, useLayoutEffect, useState } from 'react';
import { useChat } from '../../../state/chat-context.ts';
import { sends } from '../../../state/sends.ts';
import { useSelected } from '../../../state/use-store.ts';
import { isAttentive, onAttention } from '../../unread/attention.ts';

interface UseConversationReadingOptions {
  roomId: string;
  rootId: string;
  /** Of the newest message of the conversation. Undefined until it is known. */
  seq: number | undefined;
  /** The end of the list is on the screen. */
  isAtEnd: boolean;
}

/** Marks the conversation as read while its end is on the screen and a person looks at the page. The room's cursor stays. */
export function useConversationReading({ roomId, rootId, seq, isAtEnd }: UseConversationReadingOptions) {
  const { cursors } = useChat();
  // Also after a move back that was on its way when the conversation was opened.
  const readSeq = useSelected(cursors.states, () => cursors.getConversationSeq(roomId, rootId));
  useLayoutEffect(() => cursors.onConversationOpened(roomId, rootId), [cursors, roomId, rootId]);

  const shownSeq = isAtEnd ? seq : undefined;
  useEffect(() => {
    if (shownSeq === undefined || readSeq === undefined || shownSeq <= readSeq) return undefined;
    const markRead = () => {
      if (isAttentive()) cursors.markConversationRead(roomId, rootId, shownSeq);
    };
    markRead();
    return onAttention(markRead);
  }, [cursors, roomId, rootId, shownSeq, readSeq]);

  useEffect(() => {
    if (shownSeq === undefined) return undefined;
    // What the person saw before they wrote.
    return sends.subscribe(id => id === roomId && cursors.readConversationOn(roomId, rootId, shownSeq));
  }, [cursors, roomId, rootId, shownSeq]);
}

/** Up to where the person had read the conversation when it was opened. Undefined until that is known. */
export function useSeqAtStart(roomId: string, rootId: string, isKnown: boolean): number | undefined {
  const { cursors } = useChat();
  const [seq, setSeq] = useState<number>();
  const known = isKnown && seq === undefined ? cursors.getConversationSeq(roomId, rootId) : undefined;
  if (known !== undefined) setSeq(known);
  return seq ?? known;
}
