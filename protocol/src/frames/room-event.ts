import type { Event, RoomEvent } from './events.ts';

export function isRoomEvent(event: Event): event is RoomEvent {
  return 'roomId' in event && 'seq' in event;
}
