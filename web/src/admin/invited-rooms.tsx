import type { WorkspaceInvite } from '@snug/protocol';
import { roomPath } from '../state/room-path.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { Name } from '../ui/text/name.tsx';
import { RowLink } from './table/row-controls.tsx';
import styles from './table/table.module.css';

/** A line for each room that the reader can open, and one for all others. */
export function InvitedRooms({ invite: { rooms, privateRooms } }: { invite: WorkspaceInvite }) {
  const texts = lazyStrings.admin;
  const isOther = rooms.length === 0 || privateRooms > 0;
  return (
    <div className={styles.copy}>
      {rooms.map(({ id, name }) => (
        <RowLink key={id} href={roomPath(id)}>
          <Name of={name} />
        </RowLink>
      ))}
      {isOther && <span>{privateRooms > 0 ? texts.privateRooms(privateRooms) : texts.noRoom}</span>}
    </div>
  );
}
