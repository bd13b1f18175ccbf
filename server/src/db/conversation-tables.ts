/** What a person has of a conversation of their own. Without a row, they do not follow it, and have read it as far as the room. */
export interface OwnConversationTable {
  userId: string;
  roomId: string;
  /** The id of the first message. */
  rootId: string;
  /** 1, or null. */
  follows: number | null;
  /** The read cursor. 0: the person has read nothing but what the room's cursor covers. */
  seq: number;
  /** When the person read or followed it last. */
  at: number;
}

/** Grows with each change of what a person follows. */
export interface FollowVersionTable {
  userId: string;
  version: number;
}

/** Replies that are not deleted. A conversation of earlier releases has no row until its next reply, or until a job has counted it. */
export interface ReplyCountTable {
  roomId: string;
  rootId: string;
  /** `MAX_COUNTED_REPLIES` means so many or more. */
  count: number;
}
