import type { FindCursor, ListCursor, ListedRoom } from '@snug/protocol';
import { useCallback, useDeferredValue, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { strings } from '../strings/strings.ts';
import { LoadingPage } from '../ui/feedback/loading.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { MoreButton } from './more-button.tsx';
import { RoomRow } from './room-row.tsx';
import styles from './table.module.css';
import { type Page, usePages } from './use-pages.ts';

/** Open rooms. A search finds archived ones, too. */
export function RoomsPage() {
  const [text, setText] = useState('');
  const texts = lazyStrings.admin;
  const { list, isBusy, showMore, reload } = usePages(useReadRooms(useDeferredValue(text.trim())));
  return (
    <div className={styles.place}>
      <TextField
        label={texts.findRoom}
        name="room"
        type="search"
        autoComplete="off"
        value={text}
        onChange={event => setText(event.target.value)}
      />
      {!list ? (
        <LoadingPage text={strings.shell.loadingPage} />
      ) : list.rows.length === 0 && !list.next ? (
        <p className={styles.empty}>{texts.noRooms}</p>
      ) : (
        <table className={styles.table} aria-label={texts.rooms}>
          <thead>
            <tr>
              <th scope="col">{texts.room}</th>
              <th scope="col">{texts.lastActive}</th>
              <th scope="col">{texts.actions}</th>
            </tr>
          </thead>
          <tbody>
            {list.rows.map(room => (
              <RoomRow key={room.id} room={room} onChange={reload} />
            ))}
          </tbody>
        </table>
      )}
      <MoreButton hasMore={list?.next !== undefined} isBusy={isBusy} onClick={() => void showMore()} />
    </div>
  );
}

type Cursor = { list: ListCursor } | { find: FindCursor };

function useReadRooms(text: string): (from: Cursor | undefined) => Promise<Page<ListedRoom, Cursor>> {
  const { connection } = useChat();
  return useCallback(
    async from => {
      if (text === '') {
        const before = from && 'list' in from ? from.list : undefined;
        const { rooms, next } = await connection.command('list_rooms', before ? { before } : {});
        return { rows: rooms, next: next && { list: next } };
      }
      const after = from && 'find' in from ? from.find : undefined;
      const { rooms, next } = await connection.command('find_rooms', after ? { text, after } : { text });
      return { rows: rooms.filter(({ kind }) => kind === undefined), next: next && { find: next } };
    },
    [connection, text],
  );
}
