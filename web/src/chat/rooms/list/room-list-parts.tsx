import { MAX_LIST_ROWS } from '@snug/client';
import type { RefObject } from 'react';
import { useChat } from '../../../state/chat-context.ts';
import { useStore } from '../../../state/use-store.ts';
import { strings } from '../../../strings/strings.ts';
import { ListOptionsButton } from '../../unread/list-options-button.tsx';
import { collapsedParts, type ListPart } from './collapsed-parts.ts';
import styles from './room-list.module.css';
import { RoomListPart } from './room-list-part.tsx';
import { SkeletonRow } from './room-list-skeleton.tsx';
import { useRoomListParts } from './use-room-list-parts.ts';
import type { StableRooms } from './use-stable-rooms.ts';

interface RoomListPartsProps {
  own: StableRooms;
  other: StableRooms;
  openRoomId: string | undefined;
  scroller: RefObject<HTMLElement | null>;
}

export function RoomListParts({ own, other, openRoomId, scroller }: RoomListPartsProps) {
  const { connection, roomList } = useChat();
  const [isCollapsed, toggle] = useCollapsedParts();
  const parts = useRoomListParts({ own, other, isCollapsed, openRoomId, scroller });
  const areOwnComplete = useStore(roomList.areOwnComplete);
  const isComplete = useStore(roomList.isComplete);
  // Without a connection, no further rows come.
  const isReachable = useStore(connection.state).status !== 'disconnected';
  const otherCount = other.rooms?.length ?? 0;
  const common = (part: ListPart) => ({
    ...parts[part],
    rowHeight: parts.rowHeight,
    measure: parts.measure,
    openRoomId,
    isCollapsed: isCollapsed(part),
    onToggle: () => toggle(part),
  });
  return (
    <div {...parts.props}>
      {own.rooms && (
        <RoomListPart
          {...common('own')}
          title={strings.rooms.own}
          options={<ListOptionsButton className={styles.options} />}
          isComplete={areOwnComplete}
        >
          <OwnEnd count={own.rooms.length} isComplete={areOwnComplete} isReachable={isReachable} />
        </RoomListPart>
      )}
      {(otherCount > 0 || (!isComplete && isReachable)) && (
        <RoomListPart {...common('other')} title={strings.rooms.other} isComplete={isComplete}>
          <OtherEnd count={otherCount} isComplete={isComplete} isReachable={isReachable} />
        </RoomListPart>
      )}
    </div>
  );
}

function useCollapsedParts(): [(part: ListPart) => boolean, (part: ListPart) => void] {
  const collapsed = useStore(collapsedParts);
  const isCollapsed = (part: ListPart) => collapsed.includes(part);
  const toggle = (part: ListPart) =>
    collapsedParts.set(isCollapsed(part) ? collapsed.filter(other => other !== part) : [...collapsed, part]);
  return [isCollapsed, toggle];
}

interface EndProps {
  count: number;
  isComplete: boolean;
  isReachable: boolean;
}

function OwnEnd({ count, isComplete, isReachable }: EndProps) {
  const joinedCount = useStore(useChat().memberships.joinedRoomIds)?.size;
  if (!isComplete && joinedCount !== count) return isReachable && <SkeletonRow />;
  return count === 0 && <p className={styles.noneJoined}>{strings.rooms.noneJoined}</p>;
}

function OtherEnd({ count, isComplete, isReachable }: EndProps) {
  if (isComplete) return null;
  if (count >= MAX_LIST_ROWS) return <p>{strings.rooms.findTheRest}</p>;
  return isReachable && <SkeletonRow />;
}
