import type { Person } from '@snug/protocol';
import { type CSSProperties, memo, type ReactNode, useMemo, useState } from 'react';
import { useChat, useMe } from '../../../state/chat-context.ts';
import { useStore } from '../../../state/use-store.ts';
import { strings } from '../../../strings/strings.ts';
import { Sentence } from '../../../ui/text/sentence.tsx';
import { NewLine } from '../../unread/new-line.tsx';
import type { FocusedRow } from '../keyboard/row-focus.ts';
import type { OpenMenu } from '../row/message-actions.tsx';
import { MessageRow } from '../row/message-row.tsx';
import type { Day, Row } from '../rows.ts';
import { clipRange, isInRange, type SeqRange } from '../scroll/seq-range.ts';
import styles from './message-list.module.css';
import { countColumns, groupRows } from './picture-groups.ts';
import { RowBlocks } from './row-blocks.ts';
import { useHighlightedMessage } from './use-highlighted-message.ts';
import { useToday } from './use-today.ts';

interface MessageDaysProps {
  days: readonly Day[];
  /** The "New" line stands before this message. */
  firstUnreadId: string | undefined;
  linkedMessageId: string | undefined;
  current: FocusedRow;
  /** The rows that render in full. */
  near: SeqRange;
  open: OpenFromRow & { openDate: (from: number) => void };
}

interface OpenFromRow {
  askToDelete: (messageId: string) => void;
  openMenu: OpenMenu;
  openProfile: (person: Person) => void;
  openPicture: (fileId: string) => void;
}

export function MessageDays(props: MessageDaysProps) {
  const { days, firstUnreadId, linkedMessageId, current, near } = props;
  const { openDate, askToDelete, openMenu, openProfile, openPicture } = props.open;
  const marked = useHighlightedMessage(linkedMessageId);
  const [rowBlocks] = useState(() => new RowBlocks());
  const divided = useMemo(() => rowBlocks.divide(days), [rowBlocks, days]);
  const open = { askToDelete, openMenu, openProfile, openPicture };
  return divided.map(({ date, blocks }) => (
    <section key={date} className={styles.day}>
      <DayHeading date={date} from={blocks[0]?.rows[0]?.createdAt ?? 0} onOpen={openDate} />
      {blocks.map(({ key, rows }) => {
        const include = (id: string | undefined) =>
          id !== undefined && rows.some(row => row.id === id) ? id : undefined;
        return (
          <MessageBlock
            key={key}
            rows={rows}
            firstUnreadId={include(firstUnreadId)}
            markedId={include(marked)}
            focusedId={include(current.id)}
            hasFocus={current.hasFocus && include(current.id) !== undefined}
            near={clipRange(near, rows)}
            {...open}
          />
        );
      })}
    </section>
  ));
}

interface MessageBlockProps extends OpenFromRow {
  rows: readonly Row[];
  firstUnreadId: string | undefined;
  markedId: string | undefined;
  focusedId: string | undefined;
  hasFocus: boolean;
  near: SeqRange;
}

const MessageBlock = memo(function MessageBlock(props: MessageBlockProps) {
  const { rows, firstUnreadId, markedId, focusedId, hasFocus, near } = props;
  const { uid } = useMe();
  const blocked = useStore(useChat().blocks);
  const focus = hasFocus ? 'inside' : 'last';
  return (
    <div>
      {/* Flat: in nested lists React would match rows by index, and another row before them would mount all of them again. */}
      {groupRows(rows, blocked).flatMap(({ id, rows, isPictures }) => {
        const shown = rows.map(row => (
          <MessageRow
            key={row.id}
            row={row}
            isCell={rows.length > 1}
            isNear={isInRange(near, row)}
            isHighlighted={row.id === markedId}
            focus={row.id === focusedId ? focus : undefined}
            onDelete={row.author.uid === uid ? props.askToDelete : undefined}
            onMore={props.openMenu}
            onOpenProfile={props.openProfile}
            onOpenPicture={props.openPicture}
          />
        ));
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
    </div>
  );
});

interface DayHeadingProps {
  date: string;
  /** When the first message of the day was sent, in ms since 1970. */
  from: number;
  onOpen: (from: number) => void;
}

/** The date of a day; for the last two days also "Today" and "Yesterday". Opens "Go to date". */
const DayHeading = memo(function DayHeading({ date, from, onOpen }: DayHeadingProps) {
  const { today, yesterday } = useToday();
  const shown = <span>{date}</span>;
  return (
    <h2 className={styles.date} data-date={date}>
      {/* The rows are the tab stops. On a focused row, its key opens the dialog. */}
      <button
        type="button"
        tabIndex={-1}
        aria-haspopup="dialog"
        aria-keyshortcuts="G"
        onClick={() => onOpen(from)}
      >
        {date === today && <Sentence of={strings.times.today} with={shown} />}
        {date === yesterday && <Sentence of={strings.times.yesterday} with={shown} />}
        {date !== today && date !== yesterday && shown}
      </button>
    </h2>
  );
});

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
