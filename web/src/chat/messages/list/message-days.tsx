import type { Person } from '@snug/protocol';
import type { CSSProperties, ReactNode } from 'react';
import { useChat, useMe } from '../../../state/chat-context.ts';
import { useStore } from '../../../state/use-store.ts';
import { strings } from '../../../strings/strings.ts';
import { Sentence } from '../../../ui/text/sentence.tsx';
import { NewLine } from '../../unread/new-line.tsx';
import type { FocusedRow } from '../keyboard/row-focus.ts';
import type { OpenMenu } from '../row/message-actions.tsx';
import { MessageRow } from '../row/message-row.tsx';
import type { Day, Row } from '../rows.ts';
import styles from './message-list.module.css';
import { countColumns, groupRows } from './picture-groups.ts';
import { useHighlightedMessage } from './use-highlighted-message.ts';
import { useToday } from './use-today.ts';

interface MessageDaysProps {
  days: readonly Day[];
  /** The "New" line stands before this message. */
  firstUnreadId: string | undefined;
  linkedMessageId: string | undefined;
  current: FocusedRow;
  isNear: (row: Row) => boolean;
  open: {
    askToDelete: (messageId: string) => void;
    openMenu: OpenMenu;
    openDate: (from: number) => void;
    openProfile: (person: Person) => void;
    openPicture: (fileId: string) => void;
  };
}

export function MessageDays(props: MessageDaysProps) {
  const { days, firstUnreadId, linkedMessageId, current, isNear, open } = props;
  const { uid } = useMe();
  const blocked = useStore(useChat().blocks);
  const marked = useHighlightedMessage(linkedMessageId);
  const focus = current.hasFocus ? 'inside' : 'last';
  return days.map(day => {
    return (
      <section key={day.date} className={styles.day}>
        <DayHeading date={day.date} onPress={() => open.openDate(day.rows[0]?.createdAt ?? 0)} />
        {/* Flat: in nested lists React would match rows by index, and an older page would mount all of them again. */}
        {groupRows(day.rows, blocked).flatMap(({ id, rows, isPictures }) => {
          const shown = rows.map(row => {
            return (
              <MessageRow
                key={row.id}
                row={row}
                isCell={rows.length > 1}
                isNear={isNear(row)}
                isHighlighted={row.id === marked}
                focus={row.id === current.id ? focus : undefined}
                onDelete={row.author.uid === uid ? open.askToDelete : undefined}
                onMore={open.openMenu}
                onOpenProfile={open.openProfile}
                onOpenPicture={open.openPicture}
              />
            );
          });
          // Not `false` in other places: React compares the children after an empty one by a map.
          const line = rows.some(row => row.id === firstUnreadId) ? [<NewLine key="new" />] : [];
          if (!isPictures) return [...line, ...shown];
          return [
            ...line,
            <PictureGroup key={id} count={rows.length} hasHead={rows[0]?.startsRun}>
              {shown}
            </PictureGroup>,
          ];
        })}
      </section>
    );
  });
}

/** The date of a day; for the last two days also "Today" and "Yesterday". Opens "Go to date". */
function DayHeading({ date, onPress }: { date: string; onPress: () => void }) {
  const { today, yesterday } = useToday();
  const shown = <span>{date}</span>;
  return (
    <h2 className={styles.date} data-date={date}>
      {/* The rows are the tab stops. On a focused row, its key opens the dialog. */}
      <button type="button" tabIndex={-1} aria-haspopup="dialog" aria-keyshortcuts="G" onClick={onPress}>
        {date === today && <Sentence of={strings.times.today} with={shown} />}
        {date === yesterday && <Sentence of={strings.times.yesterday} with={shown} />}
        {date !== today && date !== yesterday && shown}
      </button>
    </h2>
  );
}

interface PictureGroupProps {
  count: number;
  hasHead: boolean | undefined;
  children: ReactNode;
}

/** A single picture is in a group, too, so that it is not mounted again when another joins it. */
function PictureGroup({ count, hasHead, children }: PictureGroupProps) {
  if (count === 1) return <div>{children}</div>;
  return (
    <div
      className={styles.pictures}
      data-head={hasHead || undefined}
      style={{ '--columns': countColumns(count) } as CSSProperties}
    >
      {children}
    </div>
  );
}
