import type { Generated, Kysely } from 'kysely';
import type {
  AccountNoticeTable,
  AccountTable,
  OneTimeLinkTable,
  PasskeyTable,
  RecoveryCodeTable,
  SessionTable,
  SetupCodeTable,
  SuspensionTable,
  TokenRoomTable,
  TokenTable,
  TwoStepTable,
  UsedChallengeTable,
  UserTable,
  WebhookTable,
  WorkspaceAdminTable,
} from './account-tables.ts';
import type { FollowVersionTable, OwnConversationTable, ReplyCountTable } from './conversation-tables.ts';
import type { ImportPersonTable, ImportRoomTable } from './import-tables.ts';
import type { InviteRoomTable, InviteTable, InviteUseTable } from './invite-tables.ts';
import type { MentionTable, OutsideMentionTable } from './mention-tables.ts';
import type { JobTable, MetaTable, NodeTable, VisitTable } from './node-tables.ts';
import type { MissedMailTable, NotificationSettingsTable } from './notification-tables.ts';
import type { NotifyRoomTable, PushDeviceTable, PushedTable, PushPersonTable } from './push-tables.ts';
import type { HoldTable, RetentionTable } from './retention-tables.ts';

export interface RoomTable {
  id: string;
  name: string;
  /** For searches. Null, until a job has folded the name. */
  folded: Generated<string | null>;
  description: string;
  createdAt: number;
  createdBy: string;
  /** Never changes. */
  kind: Generated<'open' | 'private' | 'direct'>;
  /** Of a direct room: the sorted ids of its people, with spaces between them. */
  people: Generated<string | null>;
  archivedAt: Generated<number | null>;
  /** Nobody sees the room any more, and a job erases it. */
  deletedAt: Generated<number | null>;
  /** Null for 1. If 0, only admins invite people. */
  membersInvite: Generated<number | null>;
  /** The room's position: the seq of its last change. */
  seq: number;
  incarnation: Generated<string>;
  /** Time of the last change. Never decreases, even if the clock does. */
  changedAt: number;
  lastMessageSeq: number | null;
  /** Counts people with messages that are not deleted. */
  writerCount: Generated<number>;
  /** Counts members who are guests of the workspace. */
  guestCount: Generated<number>;
  /** Messages with a lower seq are removed. Null if none was. */
  trimmedBefore: Generated<number | null>;
  /** The position of the last removal in the log. */
  trimmedSeq: Generated<number | null>;
  /** 1 if pinned messages before `trimmedBefore` stay, or null. */
  trimmedPins: Generated<number | null>;
  /** 1 while a job still erases rows before `trimmedBefore`, or null. */
  trimErasing: Generated<number | null>;
}

export interface RoomIncarnationTable {
  roomId: string;
  firstSeq: number;
  incarnation: string;
}

/** Without archived and deleted rooms. */
export interface RoomActivityTable {
  roomId: string;
  at: number;
  kind: Generated<'open' | 'private' | 'direct'>;
}

/** Case-folded, from the start of each word of the name. `isInside`: 0 for the first word. */
export interface RoomNameTable {
  isInside: number;
  words: string;
  roomId: string;
}

/** Like `RoomNameTable`, for the names of people. */
export interface PersonNameTable {
  isInside: number;
  words: string;
  userId: string;
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
  /**
   * Likewise, for emoji of the workspace, by their first names without colons. Servers of version 5 do not read it, and leave it when they
   * delete the message.
   */
  customReactions: Generated<string | null>;
  deletedAt: number | null;
  /** 1 if an admin deleted it: pages contain it. Null otherwise. */
  removed: Generated<number | null>;
  /** The number of edits; null for none. */
  revision: Generated<number | null>;
  editedAt: Generated<number | null>;
  /** The ids of the last edits, with spaces between them. */
  editIds: Generated<string | null>;
  /** The id of the message that this one answers. */
  replyTo: Generated<string | null>;
  /** The id of the first message of the conversation. Null for that one. */
  rootId: Generated<string | null>;
  /** A JSON array of `[uid or null, start, length]`, in order. */
  mentions: Generated<string | null>;
  /** 1, or null: it mentions everyone in the room. */
  mentionsRoom: Generated<number | null>;
  pinnedAt: Generated<number | null>;
  pinnedBy: Generated<string | null>;
  /** Null without a file. */
  fileKind: Generated<'picture' | 'file' | 'voice' | null>;
  /** Null for a message that a person wrote. Otherwise the server posted it, and nobody can change it. */
  notice: Generated<'admin_joined' | 'exported' | 'exported_by_operator' | null>;
  /** Whether the text has links, as 1 or 0. Null, if a server of an earlier release stored the message: then `fileKind` is unknown, too. */
  links: Generated<number | null>;
}

/** A name of an emoji of the workspace, for ever. */
export interface EmojiTable {
  name: string;
  /** The first name of the picture. */
  key: string;
  /** Of a first name, until its bytes are removed: in the address of the picture. */
  picture: string | null;
  /** 1 or null. */
  animated: number | null;
  /** Of the picture. */
  bytes: number | null;
  addedBy: string;
  at: number;
  /** Of a first name: its picture shows nowhere. Of another name: it was taken away. */
  deletedAt: number | null;
  /** Of the last change, among all names. */
  version: number;
}

export interface EmojiPictureTable {
  picture: string;
  /** In base64. */
  webp: string;
  /** Of an animation, in base64. */
  still: string | null;
}

export interface ReactionTable {
  roomId: string;
  messageId: string;
  userId: string;
  emoji: string;
}

/** A member of a room, or a person who wrote there, left it or was banned from it. */
export interface MemberTable {
  roomId: string;
  userId: string;
  /** Null for a person who is not a member. */
  role: Generated<'admin' | 'member' | null>;
  /** Time of getting the role; null without one, or if it was not recorded. */
  joinedAt: Generated<number | null>;
  leftAt: Generated<number | null>;
  /** Grows with each change of the role, the ban, the silence or the options. */
  version: Generated<number>;
  /** Null, or the end of a ban, which may be over. A banned person has no role. */
  bannedUntil: Generated<number | null>;
  silencedUntil: Generated<number | null>;
  /** 1, or null. */
  favourite: Generated<number | null>;
  /** 1, or null: no notifications, and no number of unread messages, whatever the level is. */
  muted: Generated<number | null>;
  /** Null for mentions and replies, or in a direct room for everything. */
  level: Generated<'everything' | 'mentions' | 'nothing' | null>;
  /** 1 if the level is the person's default for their rooms, or null. */
  levelByDefault: Generated<number | null>;
  /** Hidden until the room has a message with a higher seq. */
  hiddenSeq: Generated<number | null>;
  /** Of a room that somebody opened or added the person to, who has not accepted it. `declined` outlives a removal. */
  request: Generated<'waiting' | 'declined' | null>;
  /** Who asks, of a waiting request; null for those of earlier releases. */
  requestedBy: Generated<string | null>;
  /** 1 if the person left and has not come back by themselves, or null. */
  hasLeft: Generated<number | null>;
  /** Messages that are not deleted. */
  messageCount: Generated<number>;
  lastSeq: Generated<number | null>;
}

/** The level of a person's rooms that have none of their own. Without a row: mentions. */
export interface DefaultLevelTable {
  userId: string;
  level: 'everything' | 'mentions' | 'nothing';
  changedAt: number;
  /** 1, or null: a job still writes the level into the rooms. */
  due: number | null;
}

/** How far a person has read a room. Without a row, a member has read all of it. Outlives the membership. */
export interface ReadTable {
  userId: string;
  roomId: string;
  seq: number;
  /** Grows if the cursor moves back, and with each beginning and end of the membership. */
  version: number;
  /** 1, or null: the upgrade created it, and nobody has read since. */
  migrated: Generated<number | null>;
}

/** People whom a person has blocked. */
export interface BlockTable {
  userId: string;
  blockedId: string;
}

/** Grows with each change of a person's blocks. */
export interface BlockVersionTable {
  userId: string;
  version: number;
}

/** Messages that a person has saved. */
export interface SavedTable {
  userId: string;
  roomId: string;
  messageId: string;
  savedAt: number;
  remindAt: number | null;
  /** Of the reminder: 1 after its push, 0 while the push waits for the end of quiet hours; null before. */
  called: Generated<number | null>;
}

/** Grows with each change of a person's saved messages. */
export interface SavedVersionTable {
  userId: string;
  version: number;
}

/** Publications as JSON, which another process stored for the single server on the database. */
export interface PendingPublicationTable {
  id: string;
  publication: string;
}

/** Append-only: the database refuses other changes. Outlives its people and rooms. */
export interface AuditTable {
  at: number;
  id: string;
  action: string;
  /** Null for the command line. */
  actorId: string | null;
  targetId: string | null;
  roomId: string | null;
  /** Of an open room. */
  roomName: string | null;
  reason: string | null;
  /** The end of a ban or a silence. */
  until: number | null;
  /** The setting that the action changed, with its values. */
  setting: string | null;
  before: string | null;
  after: string | null;
}

/** Settings that workspace admins have changed. */
export interface SettingTable {
  name: string;
  value: string;
  /** The number of changes. */
  version: number;
  changedBy: string;
  changedAt: number;
}

/** The pictures of the workspace's logo. */
export interface LogoPictureTable {
  /** Of the logo: each one has new addresses. */
  token: string;
  picture: string;
  /** In base64. */
  bytes: string;
}

/** Copies of reported messages. Erased when the report is closed, and after 30 days at the latest. */
export interface ReportTable {
  at: number;
  id: string;
  reporterId: string;
  roomId: string;
  messageId: string;
  authorId: string;
  sentAt: number;
  text: string | null;
  /** The file of the message. */
  sentFile: string | null;
  sentFileName: string | null;
  reason: string | null;
}

/** People whose account is deleted and whose data a job erases. */
export interface AccountDeletionTable {
  userId: string;
  requestedAt: number;
  /** 1, or null: their messages stay. */
  erasesWords: number | null;
  /** The last finished room, in the order of ids. */
  roomId: Generated<string>;
  /** The last examined message of the next room. */
  seq: Generated<number>;
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
  /** 1, or null: it does not count towards the quota of its owner. */
  imported: Generated<number | null>;
}

export interface PresenceTable {
  userId: string;
  state: 'online' | 'offline';
  lastChanged: number;
}

/** What others see of a person beside their presence. */
export interface StatusTable {
  userId: string;
  emoji: string | null;
  text: string | null;
  /** The end of the status, or null. */
  until: number | null;
  /** The end of the pause of their notifications, or null. */
  pausedUntil: number | null;
  version: number;
}

export interface Schema {
  users: UserTable;
  accounts: AccountTable;
  sessions: SessionTable;
  one_time_links: OneTimeLinkTable;
  two_step: TwoStepTable;
  recovery_codes: RecoveryCodeTable;
  passkeys: PasskeyTable;
  used_challenges: UsedChallengeTable;
  account_notices: AccountNoticeTable;
  rooms: RoomTable;
  room_activity: RoomActivityTable;
  room_incarnations: RoomIncarnationTable;
  room_names: RoomNameTable;
  retention: RetentionTable;
  holds: HoldTable;
  people_names: PersonNameTable;
  members: MemberTable;
  default_levels: DefaultLevelTable;
  reads: ReadTable;
  own_conversations: OwnConversationTable;
  follow_versions: FollowVersionTable;
  reply_counts: ReplyCountTable;
  blocks: BlockTable;
  block_versions: BlockVersionTable;
  saved: SavedTable;
  saved_versions: SavedVersionTable;
  invites: InviteTable;
  invite_rooms: InviteRoomTable;
  invite_uses: InviteUseTable;
  tokens: TokenTable;
  token_rooms: TokenRoomTable;
  webhooks: WebhookTable;
  workspace_admins: WorkspaceAdminTable;
  suspensions: SuspensionTable;
  setup_codes: SetupCodeTable;
  pending_publications: PendingPublicationTable;
  settings: SettingTable;
  logo_pictures: LogoPictureTable;
  emoji: EmojiTable;
  emoji_pictures: EmojiPictureTable;
  import_people: ImportPersonTable;
  import_rooms: ImportRoomTable;
  audit: AuditTable;
  reports: ReportTable;
  account_deletions: AccountDeletionTable;
  messages: MessageTable;
  reactions: ReactionTable;
  mentions: MentionTable;
  outside_mentions: OutsideMentionTable;
  files: FileTable;
  presence: PresenceTable;
  statuses: StatusTable;
  push_devices: PushDeviceTable;
  notify_rooms: NotifyRoomTable;
  pushed: PushedTable;
  notification_settings: NotificationSettingsTable;
  push_people: PushPersonTable;
  missed_mails: MissedMailTable;
  jobs: JobTable;
  nodes: NodeTable;
  visits: VisitTable;
  meta: MetaTable;
}

export type Db = Kysely<Schema>;
