import { Id } from '@snug/protocol';
import * as v from 'valibot';

// Version 1 of the format `snug-export`, see docs/export-format.md. Readers keep unknown fields and ignore them.

/** ISO 8601 in UTC, with milliseconds. */
const Time = v.pipe(v.string(), v.isoTimestamp());
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A line of `people.jsonl`. */
export const PersonLine = v.looseObject({
  id: Id,
  name: v.string(),
  email: v.optional(v.string()),
  emailConfirmed: v.optional(v.literal(true)),
  joinedAt: v.optional(Time),
  /** The account is deleted; its messages stay. */
  deletedAt: v.optional(Time),
  /** Nobody can sign in with the account. */
  suspendedAt: v.optional(Time),
  workspaceAdmin: v.optional(v.literal(true)),
  bot: v.optional(v.literal(true)),
  /** Of a bot. */
  owner: v.optional(Id),
  guest: v.optional(v.looseObject({ invitedBy: v.optional(Id), until: v.optional(Time) })),
  /** The id of a line of `files.jsonl`. */
  avatar: v.optional(Id),
});
export type PersonLine = v.InferOutput<typeof PersonLine>;

export const MemberEntry = v.looseObject({
  uid: Id,
  /** Missing for somebody who left or was banned. */
  role: v.optional(v.picklist(['admin', 'member'])),
  joinedAt: v.optional(Time),
  leftAt: v.optional(Time),
  bannedUntil: v.optional(Time),
  silencedUntil: v.optional(Time),
  /** Somebody opened the room or added the person to it, and the person has not accepted, or has declined. */
  request: v.optional(v.picklist(['waiting', 'declined'])),
  /** These three only with `--personal`. */
  favourite: v.optional(v.literal(true)),
  muted: v.optional(v.literal(true)),
  level: v.optional(v.picklist(['everything', 'mentions', 'nothing'])),
});

export type MemberEntry = v.InferOutput<typeof MemberEntry>;

/** How long messages stay; `days: null` is for ever. */
export const RetentionEntry = v.looseObject({
  days: v.nullable(Count),
  keepsPins: v.optional(v.literal(true)),
  /** Of an announced rule: until then, messages stay for `formerDays`. */
  begins: v.optional(Time),
  formerDays: v.optional(v.nullable(Count)),
});
export type RetentionEntry = v.InferOutput<typeof RetentionEntry>;

/** A line of `rooms.jsonl`. */
export const RoomLine = v.looseObject({
  id: Id,
  kind: v.picklist(['open', 'private', 'direct']),
  /** Empty for a direct room. */
  name: v.string(),
  description: v.string(),
  createdAt: Time,
  createdBy: v.optional(Id),
  archivedAt: v.optional(Time),
  /** Of a direct room: everybody in it. */
  people: v.optional(v.array(Id)),
  /** Members may not invite others to a private room. */
  onlyAdminsInvite: v.optional(v.literal(true)),
  members: v.array(MemberEntry),
  /** Missing if the workspace's rule holds. */
  retention: v.optional(RetentionEntry),
  /** The beginning of the log was removed. The first `keptPins` messages are pinned ones from before it. */
  trimmed: v.optional(v.looseObject({ keptPins: Count })),
  /** Lines of `rooms/<id>.jsonl`. Unknown to readers of other formats before they have read them. */
  messages: v.optional(Count),
  lastAt: v.optional(Time),
});
export type RoomLine = v.InferOutput<typeof RoomLine>;

/** A line of `rooms/<id>.jsonl`, in the order of the log: times never go backwards, and a root precedes its replies. */
export const MessageLine = v.looseObject({
  /** A UUID of version 7. */
  id: Id,
  at: Time,
  by: Id,
  text: v.optional(v.string()),
  /** Ranges of `text` in UTF-16 units, in order; `uid: null` mentions everyone in the room. */
  mentions: v.optional(v.array(v.looseObject({ uid: v.nullable(Id), start: Count, length: Count }))),
  /** The id of the answered message. */
  replyTo: v.optional(Id),
  /** The first message of its conversation. */
  root: v.optional(Id),
  /** The id of a line of `files.jsonl`. */
  file: v.optional(Id),
  /** People by emoji, in the order of each emoji's first reaction. An emoji of the workspace is its first name between colons. */
  reactions: v.optional(v.record(v.string(), v.array(Id))),
  edited: v.optional(v.looseObject({ count: Count, at: Time })),
  pinned: v.optional(v.looseObject({ by: Id, at: Time })),
  /** Without text, file, reactions and pin. */
  deleted: v.optional(Time),
  /** An admin deleted it. */
  removed: v.optional(v.literal(true)),
  /** The server posted it. */
  notice: v.optional(v.string()),
});
export type MessageLine = v.InferOutput<typeof MessageLine>;

/** A line of `files.jsonl`; the bytes are `files/<id>`. */
export const FileLine = v.looseObject({
  id: Id,
  name: v.string(),
  /** These are missing in other formats, and the import finds them. */
  contentType: v.optional(v.string()),
  size: v.optional(Count),
  sha256: v.optional(v.string()),
  width: v.optional(Count),
  height: v.optional(Count),
  /** In seconds. */
  duration: v.optional(v.number()),
  peaks: v.optional(v.array(v.number())),
});
export type FileLine = v.InferOutput<typeof FileLine>;

/** A line of `emoji.jsonl`. */
export const EmojiLine = v.looseObject({
  name: v.string(),
  /** The first name of the picture; `name` itself for a first name. */
  key: v.string(),
  addedBy: v.optional(Id),
  at: v.optional(Time),
  deletedAt: v.optional(Time),
  /** Of a first name that is not deleted: the id of a line of `files.jsonl`. */
  file: v.optional(Id),
});
export type EmojiLine = v.InferOutput<typeof EmojiLine>;

/** `settings.json`, of a whole workspace. */
export const Settings = v.looseObject({
  /** Those that a workspace admin has changed. */
  settings: v.array(v.looseObject({ name: v.string(), value: v.string(), by: v.optional(Id), at: Time })),
  /** The workspace's rule; missing if there was never one. */
  retention: v.optional(RetentionEntry),
  /** The pictures of the logo: the ids of lines of `files.jsonl`. */
  logo: v.optional(v.record(v.string(), Id)),
});
export type Settings = v.InferOutput<typeof Settings>;

/** A line of `invites.jsonl`, of a whole workspace. Without the codes of the links. */
export const InviteLine = v.looseObject({
  id: Id,
  by: Id,
  rooms: v.array(Id),
  maxUses: Count,
  at: Time,
  expiresAt: Time,
  revokedAt: v.optional(Time),
  guest: v.optional(v.looseObject({ until: v.optional(Time) })),
  /** The people who came by it. */
  people: v.array(Id),
});
export type InviteLine = v.InferOutput<typeof InviteLine>;

/** A line of `audit.jsonl`, of a whole workspace: what admins did, in the order of time. */
export const AuditLine = v.looseObject({
  id: Id,
  at: Time,
  action: v.string(),
  /** Missing for the command line. */
  by: v.optional(Id),
  target: v.optional(Id),
  room: v.optional(Id),
  roomName: v.optional(v.string()),
  reason: v.optional(v.string()),
  until: v.optional(Time),
  setting: v.optional(v.string()),
  before: v.optional(v.string()),
  after: v.optional(v.string()),
});
export type AuditLine = v.InferOutput<typeof AuditLine>;

/** A line of `reads.jsonl`: how far a person has read a room. A member without a line has read all of it. */
export const ReadLine = v.looseObject({
  uid: Id,
  room: Id,
  /** The last read message; missing if there is none. */
  message: v.optional(Id),
});
export type ReadLine = v.InferOutput<typeof ReadLine>;

/** A line of `follows.jsonl`: what a person has of a conversation. */
export const FollowLine = v.looseObject({
  uid: Id,
  room: Id,
  /** Its first message. */
  root: Id,
  follows: v.optional(v.literal(true)),
  /** The last message that the person has read in it; missing if only the room's cursor counts. */
  read: v.optional(Id),
  at: Time,
});
export type FollowLine = v.InferOutput<typeof FollowLine>;

/** A line of `saved.jsonl`. */
export const SavedLine = v.looseObject({
  uid: Id,
  room: Id,
  message: Id,
  at: Time,
  remindAt: v.optional(Time),
});
export type SavedLine = v.InferOutput<typeof SavedLine>;

/** A line of `blocks.jsonl`. */
export const BlockLine = v.looseObject({ uid: Id, blocked: Id });
export type BlockLine = v.InferOutput<typeof BlockLine>;

/** A line of `statuses.jsonl`. */
export const StatusLine = v.looseObject({
  uid: Id,
  emoji: v.optional(v.string()),
  text: v.optional(v.string()),
  until: v.optional(Time),
});
export type StatusLine = v.InferOutput<typeof StatusLine>;

/** A line of `levels.jsonl`: of which messages a person gets notifications in rooms without a level of their own. */
export const LevelLine = v.looseObject({ uid: Id, level: v.picklist(['everything', 'mentions', 'nothing']) });
export type LevelLine = v.InferOutput<typeof LevelLine>;
