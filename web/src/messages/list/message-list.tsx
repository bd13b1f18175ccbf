import type { RoomLog } from '@snug/client';
import { MessagesSquare } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useMe } from '../../chat/chat-context.ts';
import { Invitation } from '../../invitation/invitation.tsx';
import { words } from '../../strings/strings.ts';
import { useRead } from '../../unread/use-unread.ts';
import { ABOVE_ROWS_ID } from '../keyboard/row-navigation.ts';
import { useRowFocus } from '../keyboard/use-row-focus.ts';
import { useRowTouch } from '../row/use-row-touch.ts';
import { useReading } from '../scroll/use-scroll-controller.ts';
import { useShownPart } from '../scroll/use-visible-log.ts';
import { StayAt } from '../text/collapsible-text.tsx';
import { Announcement } from './announcement.tsx';
import { JumpToLatest } from './jump-to-latest.tsx';
import { LoadMore } from './load-more.tsx';
import { MessageDays } from './message-days.tsx';
import styles from './message-list.module.css';
import { MessageShapes } from './message-list-skeleton.tsx';
import { useCopying } from './use-copy-transcript.ts';
import { useDays } from './use-message-days.ts';
import { useMessageDialogs } from './use-message-dialogs.tsx';

interface MessageListProps {
  roomId: string;
  /** Undefined while it is not known. */
  log: RoomLog | undefined;
  isLoadingOlder?: boolean;
  /** What is said where it is not. */
  note?: ReactNode;
  /** The message that the reader was led to. */
  at?: string | undefined;
  /** Called with whether the reader is further up than the newest message. */
  onFurtherUp?: (isFurtherUp: boolean) => void;
}

/** A room's messages and, after them, this person's that are still on their way. */
export function MessageList(props: MessageListProps) {
  const { roomId, log: known, isLoadingOlder = false, note, at, onFurtherUp } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { log, isNear, onView, older } = useShownPart({ scroller, roomId, known, at });
  const { days, ownId } = useDays(roomId, log);
  const reading = useReading({ scroller, roomId, log, ownId, at, onView });
  const { list, onScroll, isAway, newCount, goToEnd, stayAt } = reading;
  const { current, focus } = useRowFocus({ scroller, days, isWhole: !log?.hasNewer, at, goToEnd });
  const { dialogs, ...open } = useMessageDialogs(roomId, days, focus.focusBack);
  useEffect(() => onFurtherUp?.(isAway), [onFurtherUp, isAway]);
  useCopying(list);
  useRowTouch(scroller, id => {
    focus.leadTo(id);
    open.openSheet(id);
  });
  useRead(roomId, known, isAway);

  function jump(): void {
    focus.focusList();
    goToEnd();
  }

  return (
    <div className={styles.place}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys lead from row to row */}
      <div
        ref={scroller}
        className={styles.scroller}
        onScroll={onScroll}
        role="log"
        aria-label={words.messages.list}
        // What arrives is announced below, where a crowd of messages is one.
        aria-live="off"
        onKeyDown={focus.onKeyDown}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must scroll by keyboard
        tabIndex={current.isInside ? -1 : 0}
      >
        <div ref={list} className={styles.list}>
          {log && (
            <LoadMore
              log={log}
              isLoading={isLoadingOlder && older.isWanted}
              tabIndex={current.id === ABOVE_ROWS_ID && current.isInside ? 0 : -1}
              onPress={older.show}
            />
          )}
          {log ? days.length === 0 && <NoMessages log={log} /> : <div className={styles.empty}>{note}</div>}
          <StayAt value={stayAt}>
            <MessageDays days={days} seq={log?.seq} at={at} current={current} isNear={isNear} open={open} />
          </StayAt>
          {log?.hasNewer && <MessageShapes />}
        </div>
        {dialogs}
      </div>
      <JumpToLatest isShown={isAway} newCount={newCount} onJump={jump} />
      <Announcement log={log} newCount={newCount} />
    </div>
  );
}

/** Who made the room is alone in it so far. */
function NoMessages({ log }: { log: RoomLog }) {
  const isAdmin = log.admins.includes(useMe().uid);
  return (
    <div className={styles.empty}>
      <MessagesSquare size={40} strokeWidth={1.3} aria-hidden />
      <p className={styles.emptyHeading}>{words.messages.none}</p>
      <p>{words.messages.writeFirst}</p>
      {isAdmin && (
        <div className={styles.invitation}>
          <Invitation room={log.room} />
        </div>
      )}
    </div>
  );
}
