import { type ListedRoom, pickListed, type Room } from '@snug/protocol';

export function omitDescription(room: Room): ListedRoom {
  const { people, lastMessage } = room;
  return { ...pickListed(room), ...(people && { people }), ...(lastMessage && { lastMessage }) };
}

/** Rows are newer or older than the membership that came with them. */
export function omitMembership(room: ListedRoom): ListedRoom {
  const { membership: _, read: __, ...row } = room;
  return row;
}
