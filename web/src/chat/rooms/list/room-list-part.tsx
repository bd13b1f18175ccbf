import { ChevronDown } from 'lucide-react';
import { type ReactNode, type RefCallback, useId } from 'react';
import { getRenderedRows } from './list-window.ts';
import { RoomItem } from './room-item.tsx';
import styles from './room-list.module.css';
import type { PartWindow } from './use-room-list-parts.ts';

interface RoomListPartProps extends PartWindow {
  title: string;
  rowHeight: number;
  measure: RefCallback<HTMLElement>;
  openRoomId: string | undefined;
  isComplete: boolean;
  isCollapsed: boolean;
  onToggle: () => void;
  /** At the end of the heading. */
  options?: ReactNode;
  /** Below the rows. */
  children: ReactNode;
}

export function RoomListPart(props: RoomListPartProps) {
  const { title, rows, span, rowHeight, measure, openRoomId, tabStop, isComplete } = props;
  const { isCollapsed, onToggle, options, children } = props;
  const id = useId();
  const { rooms, list } = rows;
  return (
    <section>
      <div className={styles.heading}>
        <h2>
          <button
            type="button"
            id={id}
            className={styles.toggle}
            aria-expanded={!isCollapsed}
            onClick={onToggle}
          >
            <ChevronDown size={16} aria-hidden />
            {title}
          </button>
        </h2>
        {options}
      </div>
      <ul
        ref={list}
        className={styles.list}
        style={{ height: rooms.length * rowHeight }}
        aria-labelledby={id}
        hidden={rooms.length === 0}
      >
        {getRenderedRows(span, rooms.length, [tabStop]).map(index => {
          const room = rooms[index];
          return (
            room && (
              <RoomItem
                key={room.id}
                ref={index === span.first ? measure : undefined}
                room={room}
                isOpen={room.id === openRoomId}
                isTabStop={index === tabStop}
                top={index * rowHeight}
                position={index + 1}
                count={isComplete ? rooms.length : -1}
              />
            )
          );
        })}
      </ul>
      {!isCollapsed && children}
    </section>
  );
}
