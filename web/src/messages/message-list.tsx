import type { RoomLog } from '@snug/client';
import type { Person } from '@snug/protocol';
import { MessagesSquare } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useMe, usePlaces } from '../chat/chat-context.ts';
import { ProfileDialog } from '../profiles/profile-dialog.tsx';
import { useRead } from '../unread/use-unread.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { JumpToLatest } from './jump-to-latest.tsx';
import { LoadMore } from './load-more.tsx';
import styles from './message-list.module.css';
import { MessageShapes } from './message-list-skeleton.tsx';
import { MessageRow } from './message-row.tsx';
import { useCopying } from './use-copying.ts';
import { useDays } from './use-days.ts';
import { useMarked } from './use-marked.ts';
import { useNearRows } from './use-near-rows.ts';
import { usePictures } from './use-pictures.tsx';
import { useReading } from './use-reading.ts';

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
  const { roomId, log, isLoadingOlder = false, note, at, onFurtherUp } = props;
  const me = useMe();
  const places = usePlaces();
  const { days, ownId } = useDays(roomId, log);
  const [firstSeq] = useState(log?.seq ?? 0);
  const [deleting, askToDelete] = useState<string>();
  const [profile, openProfile] = useState<Person>();
  const { lightbox, openPicture } = usePictures(days);
  const { isNear, onView } = useNearRows(log?.messages ?? [], at ?? places.get(roomId)?.messageId);
  const { scroller, list, onScroll, isAway, newCount, jump } = useReading({
    roomId,
    log,
    ownId,
    at,
    onView,
  });
  useEffect(() => onFurtherUp?.(isAway), [onFurtherUp, isAway]);
  const marked = useMarked(at);
  useCopying(list);
  useRead(roomId, log, isAway);

  return (
    <div className={styles.place}>
      <div
        ref={scroller}
        className={styles.scroller}
        onScroll={onScroll}
        role="log"
        aria-label="Messages"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must scroll by keyboard
        tabIndex={0}
      >
        <div ref={list} className={styles.list}>
          {log && <LoadMore roomId={roomId} log={log} isLoading={isLoadingOlder} />}
          {log ? days.length === 0 && <NoMessages /> : <div className={styles.empty}>{note}</div>}
          {days.map(day => (
            <section key={day.date} className={styles.day}>
              <h2 className={styles.date}>{day.date}</h2>
              {day.rows.map(row => (
                <MessageRow
                  key={row.id}
                  row={row}
                  isNear={isNear(row)}
                  isNew={row.seq === undefined || row.seq > firstSeq}
                  isMarked={row.id === marked}
                  onDelete={row.author.uid === me.uid ? askToDelete : undefined}
                  onOpenProfile={openProfile}
                  onOpenPicture={openPicture}
                />
              ))}
            </section>
          ))}
          {log?.hasNewer && <MessageShapes />}
        </div>
        {lightbox}
        <ProfileDialog person={profile} roomId={roomId} onClose={() => openProfile(undefined)} />
        <DeleteDialog messageId={deleting} onClose={() => askToDelete(undefined)} />
      </div>
      <JumpToLatest isShown={isAway} newCount={newCount} onJump={jump} />
    </div>
  );
}

function NoMessages() {
  return (
    <div className={styles.empty}>
      <MessagesSquare size={40} strokeWidth={1.3} aria-hidden />
      <p className={styles.emptyHeading}>No messages yet</p>
      <p>Write the first one below.</p>
    </div>
  );
}
