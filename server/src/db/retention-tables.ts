/** How long messages stay, of a room, or of the workspace under an empty `roomId`. */
export interface RetentionTable {
  roomId: string;
  /** Null for ever. From `begins` on, if that is set. */
  days: number | null;
  /** Until `begins`. Null for ever. */
  formerDays: number | null;
  begins: number | null;
  /** 1 if pinned messages stay, or null. */
  keepsPins: number | null;
  /** Until then they still stay. */
  pinsUntil: number | null;
  /** The number of changes. */
  version: number;
}

/** Rooms from which the server removes nothing by itself, also after their deletion. */
export interface HoldTable {
  roomId: string;
  reason: string;
  heldAt: number;
}
