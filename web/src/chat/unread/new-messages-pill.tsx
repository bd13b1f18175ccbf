import type { RoomLog, RoomPlace } from '@snug/client';
import { ArrowUp, CheckCheck } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { formatNewMessages } from '../messages/list/new-messages-text.ts';
import styles from './new-messages-pill.module.css';
import { useIsLineAbove } from './use-is-line-above.ts';
import type { NewLineState } from './use-new-line.ts';

interface NewMessagesPillProps extends NewLineState {
  roomId: string;
  list: RefObject<HTMLElement | null>;
  /** The visible part. */
  log: RoomLog | undefined;
  /** Undefined if the line is in another part. */
  firstUnreadId: string | undefined;
  onJump: (to: RoomPlace) => void;
  /** The pill, which may have the focus, disappears. */
  onRead: () => void;
}

/** While the "New" line is above the view. */
export function NewMessagesPill(props: NewMessagesPillProps) {
  const { roomId, list, line, finish, log, firstUnreadId, onJump, onRead } = props;
  const { cursors } = useChat();
  const countId = useId();
  const { seq, count = 0, isDone } = line ?? {};
  const isNew = !isDone && count > 0;
  const isAbove = useIsLineAbove(list, isNew ? firstUnreadId : undefined);
  if (seq === undefined || !isNew || !(isAbove || isBefore(log, seq))) return null;

  function markRead(): void {
    cursors.markRoomRead(roomId);
    finish();
    onRead();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset has fields
    <div className={styles.pill} role="group" aria-labelledby={countId}>
      <span id={countId} className={styles.count}>
        {formatNewMessages(count)}
      </span>
      <button type="button" className={styles.jump} onClick={() => onJump(seq)}>
        <ArrowUp size={16} strokeWidth={2.2} aria-hidden />
        <span>{lazyStrings.arrivals.toFirstUnread}</span>
      </button>
      <button type="button" onClick={markRead}>
        <CheckCheck size={16} strokeWidth={2.2} aria-hidden />
        <span>{lazyStrings.arrivals.markRead}</span>
      </button>
    </div>
  );
}

/** Whether the place after `seq` is before the visible part of the room. */
function isBefore(log: RoomLog | undefined, seq: number): boolean {
  const first = log?.messages[0];
  return log?.hasOlder === true && first !== undefined && first.seq > seq + 1;
}
