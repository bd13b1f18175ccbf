import { type CommandOutput, MAX_COUNTED_MEMBERS, type WorkspaceRoom } from '@snug/protocol';
import { type ReactNode, useCallback, useDeferredValue, useState } from 'react';
import { useChat } from '../state/chat-context.ts';
import { roomPath } from '../state/room-path.ts';
import { type Page, usePages } from '../state/use-pages.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { Name } from '../ui/text/name.tsx';
import { RelativeTime } from '../ui/text/relative-time.tsx';
import { ExportOpenRoomsButton } from './export-open-rooms-button.tsx';
import { formatCount } from './format-count.ts';
import { HeldMark } from './held-mark.tsx';
import { RoomActions } from './room-actions.tsx';
import type { Column } from './table/column.ts';
import { RowLink } from './table/row-controls.tsx';
import { type Sorting, useSorting } from './table/sorting.ts';
import styles from './table/table.module.css';
import { TablePage } from './table/table-page.tsx';
import { SearchField } from './table/toolbar-fields.tsx';

const BY_ACTIVITY = { by: 'activity', kind: 'time' } as const;
const BY_NAME = { by: 'name', kind: 'name' } as const;

/** Open rooms, also archived ones. */
export function OpenRooms({ filter }: { filter: ReactNode }) {
  const [text, setText] = useState('');
  const texts = lazyStrings.admin;
  const sorting = useSorting([BY_ACTIVITY, BY_NAME]);
  const query = useDeferredValue(text.trim());
  const pages = usePages(useReadRooms(query, sorting));
  return (
    <TablePage
      name={texts.rooms}
      columns={createColumns(pages.reload)}
      pages={pages}
      getKey={({ id }) => id}
      sorting={query === '' ? sorting : undefined}
      none={query === '' ? texts.noRoomsYet : texts.noRooms}
    >
      {filter}
      <SearchField label={texts.findRoom} text={text} onChange={setText} />
      <ExportOpenRoomsButton />
    </TablePage>
  );
}

function createColumns(onChange: () => void): Column<WorkspaceRoom>[] {
  const texts = lazyStrings.admin;
  return [
    { name: texts.room, kind: 'title', order: BY_NAME, render: room => <RoomNameCell room={room} /> },
    { name: texts.members, render: ({ memberCount }) => formatCount(memberCount, MAX_COUNTED_MEMBERS) },
    {
      name: texts.lastActive,
      order: BY_ACTIVITY,
      render: ({ lastActiveAt }) => <RelativeTime at={lastActiveAt} />,
    },
    { name: texts.actions, kind: 'actions', render: room => <RoomActions room={room} onChange={onChange} /> },
  ];
}

function RoomNameCell({ room: { id, name, archivedAt, held } }: { room: WorkspaceRoom }) {
  return (
    <span className={styles.name}>
      <RowLink href={roomPath(id)}>
        <Name of={name} />
      </RowLink>
      {archivedAt !== undefined && <span className={styles.note}>{lazyStrings.admin.archived}</span>}
      {held && <HeldMark />}
    </span>
  );
}

type Cursor = NonNullable<CommandOutput<'list_workspace_rooms'>['next']>;

function useReadRooms(
  text: string,
  { by, descending }: Sorting,
): (after: Cursor | undefined) => Promise<Page<WorkspaceRoom, Cursor>> {
  const { connection } = useChat();
  return useCallback(
    async after => {
      const order = { sort: by as 'activity' | 'name', descending };
      const input = { ...(text !== '' && { text }), ...order, ...(after && { after }) };
      const { rooms, next } = await connection.command('list_workspace_rooms', input);
      return { rows: rooms, next };
    },
    [connection, text, by, descending],
  );
}
