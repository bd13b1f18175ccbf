import type { RoomLog } from '@snug/client';
import { PAGE_SIZE } from '@snug/protocol';
import { Button } from '../ui/button.tsx';
import { Name } from '../ui/name.tsx';
import { Sentence } from '../ui/sentence.tsx';
import { words } from '../words/words.ts';
import styles from './load-more.module.css';
import { ABOVE_ROWS_ID } from './row-steps.ts';

interface LoadMoreProps {
  log: RoomLog;
  /** The page that the reader asked for is on its way. */
  isLoading: boolean;
  tabIndex: number;
  onPress: () => void;
}

/** Stands above the messages wherever there is more; above the room's first message it says that there is not. */
export function LoadMore({ log, isLoading, tabIndex, onPress }: LoadMoreProps) {
  const { room, messages, hasOlder } = log;
  if (!hasOlder && messages.length < PAGE_SIZE) return null;
  return (
    <div className={styles.place}>
      {hasOlder ? (
        <Button id={ABOVE_ROWS_ID} tabIndex={tabIndex} isBusy={isLoading} onClick={onPress}>
          {words.messages.loadMore}
        </Button>
      ) : (
        <p>
          <Sentence of={words.messages.begins} with={<Name of={room.name} />} />
        </p>
      )}
    </div>
  );
}
