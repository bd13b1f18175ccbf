import type { RoomLog } from '@snug/client';
import { PAGE_SIZE } from '@snug/protocol';
import { useRoomName } from '../../../people/direct/room-name.ts';
import { strings } from '../../../strings/strings.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { Sentence } from '../../../ui/text/sentence.tsx';
import { ABOVE_ROWS_ID } from '../keyboard/row-navigation.ts';
import styles from './load-more.module.css';

interface LoadMoreProps {
  log: RoomLog;
  isLoading: boolean;
  tabIndex: number;
  onPress: () => void;
}

export function LoadMore({ log, isLoading, tabIndex, onPress }: LoadMoreProps) {
  const { room, messages, hasOlder } = log;
  const name = useRoomName(room);
  if (!hasOlder && messages.length < PAGE_SIZE) return null;
  return (
    <div className={styles.place}>
      {hasOlder ? (
        <Button id={ABOVE_ROWS_ID} tabIndex={tabIndex} isBusy={isLoading} onClick={onPress}>
          {strings.messages.loadMore}
        </Button>
      ) : (
        <p>
          <Sentence of={strings.messages.beginning} with={<Name of={name} />} />
        </p>
      )}
    </div>
  );
}
