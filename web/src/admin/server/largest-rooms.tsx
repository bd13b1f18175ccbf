import type { RoomUse } from '@snug/protocol';
import { formatSize } from '../../chat/files/view/format-size.ts';
import { formatNumber } from '../../strings/format-number.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { RoomLink } from '../room-link.tsx';
import { AdminTable } from '../table/admin-table.tsx';
import type { Column } from '../table/column.ts';
import styles from '../table/table.module.css';

type Row = RoomUse & { key: string };

/** Rooms whose files take the most space. */
export function LargestRooms({ rooms }: { rooms: readonly RoomUse[] }) {
  const texts = lazyStrings.admin;
  const columns: Column<Row>[] = [
    { name: texts.room, kind: 'title', render: ({ room }) => <Room room={room} /> },
    { name: texts.files, render: ({ files }) => formatNumber(files) },
    { name: texts.amount, render: ({ bytes }) => formatSize(bytes) },
  ];
  return (
    <section className={styles.place} aria-label={texts.largestRooms}>
      <h2 className={styles.name}>{texts.largestRooms}</h2>
      <AdminTable
        name={texts.largestRooms}
        columns={columns}
        rows={rooms.map((room, at) => ({ ...room, key: room.room.id ?? String(at) }))}
        getKey={({ key }) => key}
      />
    </section>
  );
}

function Room({ room: { kind, id, name } }: { room: RoomUse['room'] }) {
  const texts = lazyStrings.admin;
  if (kind === 'direct') return texts.directRoom;
  return kind === 'private' ? <span className={styles.id}>{id}</span> : <RoomLink room={{ id, name }} />;
}
