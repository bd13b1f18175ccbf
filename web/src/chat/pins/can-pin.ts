import type { Room } from '@snug/protocol';

/** The admins of a room pin in it, and everyone in a direct room. */
export function canPin(room: Room | undefined, isRoomAdmin: boolean): boolean {
  return room !== undefined && room.archivedAt === undefined && (isRoomAdmin || room.kind === 'direct');
}
