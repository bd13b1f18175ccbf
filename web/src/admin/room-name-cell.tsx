import type { WorkspaceRoom } from '@snug/protocol';
import { roomPath } from '../state/room-path.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { Name } from '../ui/text/name.tsx';
import { RowLink } from './table/row-controls.tsx';
import styles from './table/table.module.css';

export function RoomNameCell({ room: { id, name, archivedAt } }: { room: WorkspaceRoom }) {
  return (
    <span className={styles.name}>
      <RowLink href={roomPath(id)}>
        <Name of={name} />
      </RowLink>
      {archivedAt !== undefined && <span className={styles.note}>{lazyStrings.admin.archived}</span>}
    </span>
  );
}
