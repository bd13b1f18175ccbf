import type { Message, Room } from '@snug/protocol';
import { memo } from 'react';
import { useRoomName } from '../../../people/direct/room-name.ts';
import { strings } from '../../../strings/strings.ts';
import { Button } from '../../../ui/form/button.tsx';
import { formatDate } from '../../../ui/text/format-time.ts';
import { Name } from '../../../ui/text/name.tsx';
import { Sentence } from '../../../ui/text/sentence.tsx';
import { ABOVE_ROWS_ID } from '../keyboard/row-navigation.ts';
import styles from './load-more.module.css';

interface LoadMoreProps {
  room: Room;
  /** Undefined if there is none. */
  first: Message | undefined;
  hasOlder: boolean;
  isLoading: boolean;
  tabIndex: number;
  onPress: () => void;
}

/** The button for older messages, or that this is the beginning of the room, or of what is left of it. */
export const LoadMore = memo(function LoadMore(props: LoadMoreProps) {
  const { room, first, hasOlder, isLoading, tabIndex, onPress } = props;
  const name = useRoomName(room);
  return (
    <div className={styles.place}>
      {hasOlder ? (
        <Button id={ABOVE_ROWS_ID} tabIndex={tabIndex} isBusy={isLoading} onClick={onPress}>
          {strings.messages.loadMore}
        </Button>
      ) : room.trimmedBefore ? (
        <p>{strings.messages.trimmed(formatDate(first?.createdAt ?? Date.now()))}</p>
      ) : (
        <p>
          <Sentence of={strings.messages.beginning} with={<Name of={name} />} />
        </p>
      )}
    </div>
  );
});
