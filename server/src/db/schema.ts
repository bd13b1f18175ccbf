import type { Generated, Kysely } from 'kysely';

/** Written by Better Auth, whose dates are ISO 8601 texts here. Snug's own are milliseconds since 1970. */
export interface UserTable {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  avatar: string | null;
  createdAt: string;
  updatedAt: string;
  version: Generated<number>;
}

/** One way of signing in; written by Better Auth, so only what Snug itself touches stands here. */
export interface AccountTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  createdAt: string;
  updatedAt: string;
}

/** Somewhere where a person is signed in; written by Better Auth, without its token, which only one query needs. */
export interface SessionTable {
  id: string;
  userId: string;
  userAgent: string | null;
  createdAt: string;
  /** When its use was noted last. */
  updatedAt: string;
  /** From then on it is over. */
  expiresAt: string;
}

export interface RoomTable {
  id: string;
  name: string;
  description: string;
  createdAt: number;
  createdBy: string;
  /** The position of the room's log: the number of its last change. */
  seq: number;
  /** The part of history that the last change belongs to; empty before the first one that was noted. */
  incarnation: Generated<string>;
  /** When the last change was made. The next one is never earlier, whatever the clock says. */
  changedAt: number;
  lastMessageSeq: number | null;
  /** How many people have messages that stand there. */
  writerCount: Generated<number>;
}

/** The first step of a room in a part of its history. */
export interface RoomIncarnationTable {
  roomId: string;
  firstSeq: number;
  incarnation: string;
}

/** When something was last said in a room, or else when it was made: the order of the list of rooms. */
export interface RoomActivityTable {
  roomId: string;
  at: number;
}

/** A room's name from one of its words on, folded: the search by names. `isInside`: 1 where that is not its beginning. */
export interface RoomNameTable {
  isInside: number;
  words: string;
  roomId: string;
}

export interface MessageTable {
  roomId: string;
  seq: number;
  /** Unique within its room. */
  id: string;
  authorId: string;
  createdAt: number;
  changedSeq: number;
  text: string | null;
  fileId: Generated<string | null>;
  /** A JSON object: how many rows of `reactions` the message has, by emoji. */
  reactions: Generated<string | null>;
  deletedAt: number | null;
}

export interface ReactionTable {
  roomId: string;
  messageId: string;
  userId: string;
  emoji: string;
}

/** A person in a room: an admin, or someone who wrote there. No list of people reads messages. */
export interface MemberTable {
  roomId: string;
  userId: string;
  /** Null for someone who only wrote. */
  role: Generated<'admin' | 'member' | null>;
  /** When they got their role; null without one, and if nobody noted it. */
  joinedAt: Generated<number | null>;
  leftAt: Generated<number | null>;
  /** How many messages of theirs stand there. */
  messageCount: Generated<number>;
  /** The seq of the last one they sent. */
  lastSeq: Generated<number | null>;
}

export interface FileTable {
  id: string;
  /** Where its bytes are in the storage; random, so that no address leads there. */
  key: string;
  ownerId: string;
  /** The room of its message; null until it is sent. */
  roomId: Generated<string | null>;
  name: string;
  /** What its bytes were found to be. */
  contentType: string;
  size: number;
  width: number | null;
  height: number | null;
  duration: number | null;
  /** A JSON array. */
  peaks: string | null;
  createdAt: number;
  /** `deleted`: nobody uses it any more, and its bytes are to be removed, then this row. */
  state: 'unsent' | 'sent' | 'deleted';
}

/** Whether somebody has Snug open, as of the last change. */
export interface PresenceTable {
  userId: string;
  state: 'online' | 'offline';
  lastChanged: number;
}

/** Work that goes on by itself, in parts. */
export interface JobTable {
  id: string;
  kind: string;
  /** What it is about, if a kind has several. */
  key: string;
  /** Where its next part begins; null: at the beginning. */
  cursor: string | null;
  dueAt: number;
  /** The process that has it, until `until`. */
  owner: string | null;
  until: number | null;
}

export interface MetaTable {
  key: string;
  value: string;
}

export interface Schema {
  users: UserTable;
  accounts: AccountTable;
  sessions: SessionTable;
  rooms: RoomTable;
  room_activity: RoomActivityTable;
  room_incarnations: RoomIncarnationTable;
  room_names: RoomNameTable;
  members: MemberTable;
  messages: MessageTable;
  reactions: ReactionTable;
  files: FileTable;
  presence: PresenceTable;
  jobs: JobTable;
  meta: MetaTable;
}

export type Db = Kysely<Schema>;
