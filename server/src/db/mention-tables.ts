/** A message that mentions a person, or answers theirs. */
export interface MentionTable {
  userId: string;
  roomId: string;
  seq: number;
  kind: 'person' | 'reply';
  /** The time of the message. */
  at: number;
  /** The author of the message. */
  authorId: string;
  /** 1, or null: the person was not a member of the room. */
  outside: number | null;
}

/** Of a person with all their bots. */
export interface OutsideMentionTable {
  userId: string;
  /** A JSON array of at most `MAX_OUTSIDE_MENTIONS` times: their newest mentions of people outside a room. */
  times: string;
}
