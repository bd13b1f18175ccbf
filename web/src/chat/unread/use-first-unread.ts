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
}

/** The ids of the message after the "New" line, if the list has it, and of the message that the reader asked for. */
export function useFirstUnread({ days, log, place, newLine }: UseFirstUnreadOptions) {
  const { uid } = useMe();
  const blocked = useStore(useChat().blocks);
  const hasOlder = log?.hasOlder === true;
  const seq = newLine?.line?.seq;
  const firstUnreadId = useMemo(
    () => findFirstUnread(days, seq, hasOlder, author => author === uid || blocked.has(author))?.id,
    [days, seq, hasOlder, uid, blocked],
  );
  const wantedId = newLine?.isWanted ? firstUnreadId : undefined;
  const [linkedMessageId] = useState(typeof place === 'number' ? wantedId : place);
  return { firstUnreadId, linkedMessageId };
}
