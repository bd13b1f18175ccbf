import type { AuditEntry } from '@snug/protocol';
import { roomPath } from '../state/room-path.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { Name } from '../ui/text/name.tsx';
import { RowLink } from './table/row-controls.tsx';

/** Without a name, it is a private room. Without an id, the room is deleted. */
export function RoomLink({ room: { id, name } = {} }: { room: AuditEntry['room'] }) {
  if (name === undefined) return lazyStrings.admin.privateRoom;
  return id === undefined ? (
    <Name of={name} />
  ) : (
    <RowLink href={roomPath(id)}>
      <Name of={name} />
    </RowLink>
  );
}
