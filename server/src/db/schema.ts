import type { Generated, Kysely } from 'kysely';

/** Written by Better Auth, with dates as ISO 8601 texts. Dates of other tables are milliseconds since 1970. */
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

/** Written by Better Auth. Omits columns that Snug does not use. */
export interface AccountTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  createdAt: string;
  updatedAt: string;
}

/** Written by Better Auth. Omits the token. */
export interface SessionTable {
  id: string;
  userId: string;
  userAgent: string | null;
  createdAt: string;
  updatedAt: string;
  expiresAt: string;
}

export interface RoomTable {
  id: string;
  name: string;
  description: string;
  createdAt: number;
  createdBy: string;
  /** The room's position: the seq of its last change. */
  seq: number;
  incarnation: Generated<string>;
  /** Time of the last change. Never decreases, even if the clock does. */
  changedAt: number;
  lastMessageSeq: number | null;
  /** Counts people with messages that are not deleted. */
  writerCount: Generated<number>;
}

export interface RoomIncarnationTable {
  roomId: string;
  firstSeq: number;
  incarnation: string;
}

export interface RoomActivityTable {
  roomId: string;
  at: number;
}

/** Case-folded, from the start of each word of the name. `isInside`: 0 for the first word. */
export interface RoomNameTable {
  isInside: number;
  words: string;
  roomId: string;
}

export interface MessageTable {
  roomId: string;
  seq: number;
  id: string;
  authorId: string;
  createdAt: number;
  changedSeq: number;
  text: string | null;
  fileId: Generated<string | null>;
  /** A JSON object: the number of `reactions` rows by emoji. */
  reactions: Generated<string | null>;
  deletedAt: number | null;
}

export interface ReactionTable {
  roomId: string;
  messageId: string;
  userId: string;
  emoji: string;
}

/** An admin of a room, or a person who wrote there. */
export interface MemberTable {
  roomId: string;
  userId: string;
  /** Null for a person without a role. */
  role: Generated<'admin' | 'member' | null>;
  /** Time of getting the role; null without one, or if it was not recorded. */
  joinedAt: Generated<number | null>;
  leftAt: Generated<number | null>;
  /** Messages that are not deleted. */
  messageCount: Generated<number>;
  lastSeq: Generated<number | null>;
}

export interface FileTable {
  id: string;
  /** The key in the storage. Random, so that no URL reveals it. */
  key: string;
  ownerId: string;
  /** Null until the file is sent. */
  roomId: Generated<string | null>;
  name: string;
  /** Detected from the bytes. */
  contentType: string;
  size: number;
  width: number | null;
  height: number | null;
  duration: number | null;
  peaks: string | null;
  createdAt: number;
  /** `deleted`: unused; a job removes the bytes, then this row. */
  state: 'unsent' | 'sent' | 'deleted';
}

export interface PresenceTable {
  userId: string;
  state: 'online' | 'offline';
  lastChanged: number;
}

export interface JobTable {
  id: string;
  kind: string;
  key: string;
  /** The start of the next part; null for the beginning. */
  cursor: string | null;
  dueAt: number;
  owner: string | null;
  until: number | null;
}

/** Unused by a single server with a data folder. */
export interface NodeTable {
  id: string;
  startedAt: number;
  expiresAt: number;
  version: string;
}

/** Includes people in their grace period. Unused by a single server with a data folder. */
export interface VisitTable {
  userId: string;
  nodeId: string;
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
  nodes: NodeTable;
  visits: VisitTable;
  meta: MetaTable;
}

export type Db = Kysely<Schema>;
