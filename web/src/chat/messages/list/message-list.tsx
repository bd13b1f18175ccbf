import type { RoomLog, RoomPlace, RoomStore } from '@snug/client';
import { PAGE_SIZE } from '@snug/protocol';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { openedHit } from '../../../state/search-path.ts';
import { useStore } from '../../../state/use-store.ts';
import { strings } from '../../../strings/strings.ts';
import { useIsPainted } from '../../../ui/browser/after-paint.ts';
import { createIdleComponent } from '../../../ui/browser/create-idle-component.tsx';
import { type ShownLine, useFirstUnread } from '../../unread/use-first-unread.ts';
import { useReading } from '../../unread/use-reading.ts';
import type { ActionTarget } from '../actions/action-target.ts';
import { ABOVE_ROWS_ID } from '../keyboard/row-navigation.ts';
import { useRowFocus } from '../keyboard/use-row-focus.ts';
import { HasActionsContext } from '../row/message-row.tsx';
import { useScrollController } from '../scroll/use-scroll-controller.ts';
import { useVisibleLog } from '../scroll/use-visible-log.ts';
import { HoldRowContext } from '../text/collapsible-text.tsx';
import { ListTools } from './list-tools.tsx';
import { LoadMore } from './load-more.tsx';
import { MessageDays } from './message-days.tsx';
import styles from './message-list.module.css';
import { MessageShapes } from './message-list-skeleton.tsx';
import { useMessageDays } from './use-message-days.ts';
import { useMessageDialogs } from './use-message-dialogs.tsx';

const LazyAnnouncement = createIdleComponent(() => import('./announcement.tsx'), 'Announcement');
const LazyJumpToLatest = createIdleComponent(() => import('./jump-to-latest.tsx'), 'JumpToLatest');
const LazyNewMessagesPill = createIdleComponent(
  () => import('../../unread/new-messages-pill.tsx'),
  'NewMessagesPill',
);
/** Only new rooms show it. */
const LazyNoMessages = createIdleComponent(() => import('./no-messages.tsx'), 'NoMessages');

/** A part of the room's messages: a conversation, by its first message. */
interface LogPart {
  pages: RoomStore['pages'];
  rootId: string;
  /** Up to where the person had read it. */
  readSeq: number | undefined;
}

interface MessageListProps {
  roomId: string;
  /** Undefined for all messages of the room. */
  part?: LogPart;
  log: RoomLog | undefined;
  isLoadingOlder?: boolean;
  placeholder?: ReactNode;
  /** Where the reader begins. Undefined: where they left the list, or at its end. */
  place?: RoomPlace | undefined;
  /** Undefined in a part of the room. */
  newLine?: ShownLine;
  onScrolledUpChange?: (isScrolledUp: boolean) => void;
}

export function MessageList(props: MessageListProps) {
  const { roomId, part, log: loadedLog, place, newLine } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const common = { scroller, roomId, part, place };
  const { log, near, onView, onPageUp, older } = useVisibleLog({ ...common, loadedLog });
  const days = useMessageDays(roomId, log, part?.rootId);
  const { firstUnreadId, linkedMessageId } = useFirstUnread({ days, log, place, newLine, part });
  const scroll = useScrollController({ ...common, log, onPageUp, onViewChange: onView });
  const { list, onScroll, isScrolledUp, newCount, goToEnd, holdRow } = scroll;
  const isAway = useStore(openedHit)?.isUnread || isScrolledUp;
  const isPainted = useIsPainted();
  const [target, openActions] = useState<ActionTarget>();
  const rowFocus = { ...common, days, focusedId: linkedMessageId, includesNewest: !log?.hasNewer, goToEnd };
  const { current, focus, onKeyDown } = useRowFocus({ ...rowFocus, onAction: openActions });
  const { dialogs, ...open } = useMessageDialogs({ roomId, days, target, openActions, focus });
  const rows = { days, firstUnreadId, linkedMessageId, current, near, open };
  useReading({ ...common, ...scroll, isScrolledUp: isAway, log: loadedLog, days, newLine });
  const pill = { roomId, list: scroller, log, firstUnreadId, onRead: focus.focusList };
  const jumpToLatest = useCallback(() => {
    focus.focusList();
    goToEnd();
  }, [focus, goToEnd]);
  useReportScrolledUp(isAway, props.onScrolledUpChange);

  return (
    <div className={styles.place}>
      {newLine && <LazyNewMessagesPill {...newLine} {...pill} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between rows */}
      <div
        ref={scroller}
        className={styles.scroller}
        onScroll={onScroll}
        role="log"
        aria-label={strings.messages.list}
        // `Announcement` replaces the live region: it combines many messages into one announcement.
        aria-live="off"
        onKeyDown={onKeyDown}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must scroll by keyboard
        tabIndex={current.hasFocus ? -1 : 0}
      >
        <div ref={list} className={styles.list}>
          <ListStart
            log={log}
            placeholder={props.placeholder}
            isPart={part !== undefined}
            isEmpty={days.length === 0}
            isLoading={props.isLoadingOlder === true && older.isRequested}
            isCurrent={current.id === ABOVE_ROWS_ID && current.hasFocus}
            onLoadOlder={older.show}
          />
          <HoldRowContext value={holdRow}>
            <HasActionsContext value={isPainted}>
              <MessageDays {...rows} />
            </HasActionsContext>
          </HoldRowContext>
          {log?.hasNewer && <MessageShapes />}
        </div>
        {dialogs}
        <ListTools {...{ list, scroller, days }} {...open} />
      </div>
      <LazyJumpToLatest isShown={isScrolledUp} newCount={newCount} onJump={jumpToLatest} />
      <LazyAnnouncement log={log} newCount={newCount} />
    </div>
  );
}

function useReportScrolledUp(isScrolledUp: boolean, onChange: MessageListProps['onScrolledUpChange']): void {
  useEffect(() => onChange?.(isScrolledUp), [onChange, isScrolledUp]);
}

interface ListStartProps {
  log: RoomLog | undefined;
  placeholder: ReactNode;
  isPart: boolean;
  isEmpty: boolean;
  isLoading: boolean;
  isCurrent: boolean;
  onLoadOlder: () => void;
}

function ListStart({ log, placeholder, isPart, isEmpty, isLoading, isCurrent, onLoadOlder }: ListStartProps) {
  if (isPart && !log?.hasOlder) return null;
  if (!log) return <div className={styles.empty}>{placeholder}</div>;
  return (
    <>
      {(log.hasOlder || log.messages.length >= PAGE_SIZE || log.room.trimmedBefore) && (
        <LoadMore
          room={log.room}
          first={log.messages[0]}
          hasOlder={log.hasOlder}
          isLoading={isLoading}
          tabIndex={isCurrent ? 0 : -1}
          onPress={onLoadOlder}
        />
      )}
      {isEmpty && !log.room.trimmedBefore && <LazyNoMessages log={log} />}
    </>
  );
}
