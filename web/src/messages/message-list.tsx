import type { RoomLog } from '@snug/client';
import type { Person } from '@snug/protocol';
import { MessagesSquare } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useChat, useMe } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { ProfileDialog } from '../profiles/profile-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { LoadMore } from './load-more.tsx';
import styles from './message-list.module.css';
import { MessageRow } from './message-row.tsx';
import { toDays } from './rows.ts';
import { usePictures } from './use-pictures.tsx';
import { useScroll } from './use-scroll.ts';

interface MessageListProps {
  roomId: string;
  /** Undefined while it is not known. */
  log: RoomLog | undefined;
  /** What is said where it is not. */
  note?: ReactNode;
}

/** A room's messages and, after them, this person's that are still on their way. */
export function MessageList({ roomId, log, note }: MessageListProps) {
  const me = useMe();
  const items = useStore(useChat().outbox.items);
  const days = useMemo(() => {
    const ofRoom = items.filter(item => item.roomId === roomId);
    return toDays(log?.messages ?? [], ofRoom, me);
  }, [log?.messages, items, roomId, me]);
  const [firstSeq] = useState(log?.seq ?? 0);
  const [deleting, askToDelete] = useState<string>();
  const [profile, openProfile] = useState<Person>();
  const { lightbox, openPicture } = usePictures(days);
  const { scroller, onScroll } = useScroll(days.at(-1)?.rows.at(-1));

  return (
    <div
      ref={scroller}
      className={styles.scroller}
      onScroll={onScroll}
      role="log"
      aria-label="Messages"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must scroll by keyboard
      tabIndex={0}
    >
      <div className={styles.list}>
        {log && <LoadMore roomId={roomId} log={log} />}
        {log ? days.length === 0 && <NoMessages /> : <div className={styles.empty}>{note}</div>}
        {days.map(day => (
          <section key={day.date} className={styles.day}>
            <h2 className={styles.date}>{day.date}</h2>
            {day.rows.map(({ seq, ...row }) => (
              <MessageRow
                key={row.id}
                {...row}
                isNew={seq === undefined || seq > firstSeq}
                onDelete={row.author.uid === me.uid ? askToDelete : undefined}
                onOpenProfile={openProfile}
                onOpenPicture={openPicture}
              />
            ))}
          </section>
        ))}
      </div>
      {lightbox}
      <ProfileDialog person={profile} roomId={roomId} onClose={() => openProfile(undefined)} />
      <DeleteDialog messageId={deleting} onClose={() => askToDelete(undefined)} />
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
