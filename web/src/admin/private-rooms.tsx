import {
  MAX_COUNTED_DIRECT_ROOMS,
  MAX_COUNTED_MEMBERS,
  type PrivateRoom,
  type SortCursor,
} from '@snug/protocol';
import { type ReactNode, useCallback, useState } from 'react';
import { useChat } from '../state/chat-context.ts';
import { type Page, usePages } from '../state/use-pages.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { RelativeTime } from '../ui/text/relative-time.tsx';
import { formatCount } from './format-count.ts';
import { HeldMark } from './held-mark.tsx';
import type { Column } from './table/column.ts';
import { useSorting } from './table/sorting.ts';
import styles from './table/table.module.css';
import { TablePage } from './table/table-page.tsx';

const BY_ACTIVITY = { by: 'activity', kind: 'time' } as const;

/** Private rooms without their names, and the number of direct ones. */
export function PrivateRooms({ filter }: { filter: ReactNode }) {
  const texts = lazyStrings.admin;
  const sorting = useSorting([BY_ACTIVITY]);
  const [directRooms, setDirectRooms] = useState<number>();
  const pages = usePages(useReadRooms(sorting.descending, setDirectRooms));
  const hint = (
    <>
      <p>{texts.privateRoomsHint}</p>
      {directRooms !== undefined && (
        <p>{texts.directRooms(directRooms, formatCount(directRooms, MAX_COUNTED_DIRECT_ROOMS))}</p>
      )}
    </>
  );
  return (
    <TablePage
      name={texts.rooms}
      columns={createColumns()}
      pages={pages}
      getKey={({ id }) => id}
      sorting={sorting}
      none={texts.noPrivateRooms}
      hint={hint}
    >
      {filter}
    </TablePage>
  );
}

function createColumns(): Column<PrivateRoom>[] {
  const texts = lazyStrings.admin;
  return [
    {
      name: texts.roomId,
      kind: 'title',
      render: ({ id, archivedAt, held }) => (
        <span>
          <span className={styles.id}>{id}</span>
          {archivedAt !== undefined && <span className={styles.note}>{texts.archived}</span>}
          {held && <HeldMark />}
        </span>
      ),
    },
    { name: texts.members, render: ({ memberCount }) => formatCount(memberCount, MAX_COUNTED_MEMBERS) },
    { name: texts.created, render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      name: texts.lastActive,
      order: BY_ACTIVITY,
      render: ({ lastActiveAt }) => <RelativeTime at={lastActiveAt} />,
    },
  ];
}

function useReadRooms(
  descending: boolean,
  onDirectRooms: (count: number) => void,
): (after: SortCursor | undefined) => Promise<Page<PrivateRoom, SortCursor>> {
  const { connection } = useChat();
  return useCallback(
    async after => {
      const input = { descending, ...(after && { after }) };
      const { rooms, directRooms, next } = await connection.command('list_private_rooms', input);
      onDirectRooms(directRooms);
      return { rows: rooms, next };
    },
    [connection, descending, onDirectRooms],
  );
}
