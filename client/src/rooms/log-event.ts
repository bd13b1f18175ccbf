import type { EventOf, RoomEvent } from '@snug/protocol';
import type { RoomLog } from './room-log.ts';

export type LogEvent = RoomEvent | EventOf<'room_caught_up'>;

export function getFromSeq(event: LogEvent): number {
  return event.type === 'room_caught_up' ? event.from : event.seq - 1;
}

export function getToSeq(event: LogEvent): number {
  return event.type === 'room_caught_up' ? event.to : event.seq;
}

// A repeated seq in another incarnation: the client's copy may contain changes that the server lost.
export function isFromOtherIncarnation(event: LogEvent, log: RoomLog | undefined): boolean {
  return (
    log !== undefined && getToSeq(event) <= log.seq && (event.incarnation ?? '') !== (log.incarnation ?? '')
  );
}
