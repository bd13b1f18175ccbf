import type { RoomLog, RoomPlace } from '@snug/client';
import { useMemo, useState } from 'react';
import { useChat, useMe } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import type { Day } from '../messages/rows.ts';
import { findFirstUnread } from './find-first-unread.ts';
import type { NewLineState } from './use-new-line.ts';

export interface ShownLine extends NewLineState {
  /** The reader asked for the line, and the message after it receives the focus. */
  isWanted: boolean;
  onJump: (to: RoomPlace) => void;
}

interface UseFirstUnreadOptions {
  days: readonly Day[];
  log: RoomLog | undefined;
  place: RoomPlace | undefined;
  newLine: ShownLine | undefined;
  /** Of a conversation, which has no cursors but its own. */
  part: { readSeq: number | undefined } | undefined;
}

/** The ids of the message after the "New" line, if the list has it, and of the message that the reader asked for. */
export function useFirstUnread({ days, log, place, newLine, part }: UseFirstUnreadOptions) {
  const { uid } = useMe();
  const blocked = useStore(useChat().blocks);
  const hasOlder = log?.hasOlder === true;
  const seq = part ? part.readSeq : newLine?.line?.seq;
  const conversations = newLine?.line?.conversations;
  const firstUnreadId = useMemo(
    () =>
      findFirstUnread(
        days,
        seq === undefined ? undefined : { readSeq: seq, conversations },
        hasOlder,
        author => author === uid || blocked.has(author),
      )?.id,
    [days, seq, conversations, hasOlder, uid, blocked],
  );
  const wantedId = newLine?.isWanted ? firstUnreadId : undefined;
  const [linkedMessageId] = useState(typeof place === 'number' ? wantedId : place);
  return { firstUnreadId, linkedMessageId };
}
