/** The partition of all open rooms. Each other room has its own, with its number. */
export const OPEN_PART = 0;

/** A row of "search_rooms". */
export interface IndexedRoom {
  room: number;
  roomId: string;
  part: number;
  format: number;
  /** All steps of the room's log up to here are applied. */
  changed: number;
  /** Messages from this seq up are in the index. */
  oldest: number;
  /** No message before `oldest` has a higher place. Null if all messages are in the index. */
  unbuilt: number | null;
  /** No message of the room has a higher place. */
  newest: number;
}
