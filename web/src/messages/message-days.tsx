import type { Person } from '@snug/protocol';
import { useState } from 'react';
import { useMe } from '../chat/chat-context.ts';
import { DayHeading } from './day-heading.tsx';
import styles from './message-list.module.css';
import { MessageRow } from './message-row.tsx';
import type { Current } from './row-focus.ts';
import type { Day, Row } from './rows.ts';
import { useMarked } from './use-marked.ts';

interface MessageDaysProps {
  days: readonly Day[];
  /** The position of the room's log. */
  seq: number | undefined;
  /** The message that the reader was led to. */
  at: string | undefined;
  current: Current;
  isNear: (row: Row) => boolean;
  open: {
    askToDelete: (messageId: string) => void;
    openProfile: (person: Person) => void;
    openPicture: (fileId: string) => void;
  };
}

/** The rows of a room under the days on which they were written. */
export function MessageDays({ days, seq = 0, at, current, isNear, open }: MessageDaysProps) {
  const { uid } = useMe();
  const [firstSeq] = useState(seq);
  const marked = useMarked(at);
  const focus = current.isInside ? 'inside' : 'left';
  return days.map(day => (
    <section key={day.date} className={styles.day}>
      <DayHeading date={day.date} />
      {day.rows.map((row, index) => (
        <MessageRow
          key={row.id}
          row={row}
          isNear={isNear(row)}
          isNew={(row.seq === undefined || row.seq > firstSeq) && isApart(day.rows[index - 1], row)}
          isMarked={row.id === marked}
          focus={row.id === current.id ? focus : undefined}
          onDelete={row.author.uid === uid ? open.askToDelete : undefined}
          onOpenProfile={open.openProfile}
          onOpenPicture={open.openPicture}
        />
      ))}
    </section>
  ));
}

/** In a busy room rows don't arrive with a movement: something would move all the time. */
const APART_MS = 500;

function isApart(before: Row | undefined, row: Row): boolean {
  return before === undefined || row.createdAt - before.createdAt >= APART_MS;
}
