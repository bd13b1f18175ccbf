import type { Event } from '@snug/protocol';

/** Whether events of the room can be lost before this one: a list that follows events must be read again. */
export function hasGap(event: Event, roomId: string): boolean {
  if (event.type === 'room_caught_up') return event.roomId === roomId;
  return event.type === 'connected' || event.type === 'resync';
}
