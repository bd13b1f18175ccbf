import type { ListedRoom, Room } from '@snug/protocol';

export function omitDescription(room: Room): ListedRoom {
  const { id, kind, name, people, archivedAt, createdAt, seq, incarnation, trimmedBefore, lastMessage } =
    room;
  return {
    id,
    ...(kind && { kind }),
    name,
    ...(people && { people }),
    ...(archivedAt !== undefined && { archivedAt }),
    createdAt,
    seq,
    ...(incarnation && { incarnation }),
    ...(trimmedBefore !== undefined && { trimmedBefore }),
    ...(lastMessage && { lastMessage }),
  };
}

/** Rows are newer or older than the membership that came with them. */
export function omitMembership(room: ListedRoom): ListedRoom {
  const { membership: _, read: __, ...row } = room;
  return row;
}
