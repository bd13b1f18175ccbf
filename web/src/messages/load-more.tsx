import type { RoomLog } from '@snug/client';
import { PAGE_SIZE } from '@snug/protocol';
import { useId } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { Button } from '../ui/button.tsx';
import { Name } from '../ui/name.tsx';
import { Sentence } from '../ui/sentence.tsx';
import { showRefusal } from '../ui/toast.ts';
import { words } from '../words/words.ts';
import styles from './load-more.module.css';
import { ABOVE_ROWS_ID } from './row-steps.ts';

interface LoadMoreProps {
  roomId: string;
  log: RoomLog;
  /** A page is on its way. */
  isLoading: boolean;
  tabIndex: number;
}

/** Stands above a full page, and wherever there is more; at the room's first message it has nothing left to do. */
export function LoadMore({ roomId, log, isLoading, tabIndex }: LoadMoreProps) {
  const room = useChat().room(roomId);
  const beginId = useId();
  if (!log.hasOlder && log.messages.length < PAGE_SIZE) return null;

  return (
    <div className={styles.place}>
      {!log.hasOlder && (
        <p id={beginId}>
          <Sentence of={words.messages.begins} with={<Name of={log.room.name} />} />
        </p>
      )}
      <Button
        id={ABOVE_ROWS_ID}
        tabIndex={tabIndex}
        isBusy={isLoading}
        // It stays focusable: a reader who has just pressed it must not be thrown to the top of the page.
        aria-disabled={!log.hasOlder}
        aria-describedby={log.hasOlder ? undefined : beginId}
        onClick={() => void room.pages.loadOlder().catch(showRefusal)}
      >
        {words.messages.loadMore}
      </Button>
    </div>
  );
}
