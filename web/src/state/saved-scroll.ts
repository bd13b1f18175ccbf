export interface SavedScroll {
  messageId: string;
  seq: number;
  /** Top of the message's content, in px from the top of the viewport. */
  top: number;
  /** The `arrivalCount` of the room's log when the reader was last at its end. */
  seenArrivals: number;
}
