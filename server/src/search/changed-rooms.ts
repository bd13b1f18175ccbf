import { isRoomEvent } from '@snug/protocol';
import type { Publication } from '../db/mutation.ts';

/** The rooms whose logs a commit continued. */
export function listChangedRooms(publications: readonly Publication[]): string[] {
  return [...new Set(publications.flatMap(({ event }) => (isRoomEvent(event) ? [event.roomId] : [])))];
}
