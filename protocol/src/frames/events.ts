import * as v from 'valibot';
import { Notice } from '../account/notice.ts';
import { FollowsVersion } from '../chat/conversation.ts';
import { CustomEmoji } from '../chat/custom-emoji.ts';
import { Message, ReplyCount, ReplyCounts } from '../chat/message.ts';
import { ReadState, ReadVersion } from '../chat/read.ts';
import { ListedRoom, Room } from '../chat/room.ts';
import { Saved, SavedVersion } from '../chat/saved.ts';
import { Id, Incarnation, Seq, Version } from '../core/ids.ts';
import { MAX_LIST_EVENT_ROOMS, MAX_SUMMARY_CHANGES } from '../core/limits.ts';
import { WorkspaceSettings } from '../core/setting.ts';
import { NotificationSettings } from '../notifications/notification-settings.ts';
import { BlocksVersion } from '../people/block.ts';
import { Membership, Role } from '../people/membership.ts';
import { Person } from '../people/person.ts';
import { Presence } from '../people/presence.ts';

/**
 * The first event of each connection. A new `epoch` means that the database was restored: the client starts over.
 * `maxFileBytes`: of one file. Servers of version 4 omit it, and accept `DEFAULT_MAX_FILE_BYTES`. `isSearchOff`: this
 * server has no search in messages. `isPushOff`: it sends no pushes.
 */
export const Connected = v.object({
  type: v.literal('connected'),
  version: v.number(),
  epoch: v.string(),
  me: Person,
  maxFileBytes: v.optional(v.number()),
  isSearchOff: v.optional(v.literal(true)),
  isPushOff: v.optional(v.literal(true)),
});

/** At least every `HEARTBEAT_INTERVAL_MS`: the position of each room that is open on this connection. */
export const Heartbeat = v.object({
  type: v.literal('heartbeat'),
  rooms: v.record(Id, Seq),
});

/**
 * The server may have missed events of topics without `seq`: read the first page of the list, the followed rooms and the
 * watched people again. Open rooms are complete.
 */
export const Resync = v.object({ type: v.literal('resync') });

/**
 * A message that was sent or deleted at the position `at` of the room's log. `seq` is the message's own. `everyone`: it was sent,
 * and mentions everyone in the room. `rootId`: the first message of the conversation of a reply.
 */
export const SummaryChange = v.object({
  at: Seq,
  seq: Seq,
  authorId: Id,
  kind: v.picklist(['added', 'deleted']),
  everyone: v.optional(v.literal(true)),
  rootId: v.optional(Id),
});
export type SummaryChange = v.InferOutput<typeof SummaryChange>;

/**
 * Topic `summary:<roomId>`: the changes after `from`, up to `to`, at most once a second. `reset`: there were too many, or they
 * are unknown.
 */
export const RoomSummary = v.object({
  type: v.literal('room_summary'),
  room: ListedRoom,
  from: Seq,
  to: Seq,
  changes: v.pipe(v.array(SummaryChange), v.maxLength(MAX_SUMMARY_CHANGES)),
  reset: v.optional(v.literal(true)),
});

/**
 * Topic `list`: changed rooms, most recently active first. With `more`, read the first page again after a random time of up to
 * 5 s. `removed`: rooms that the list no longer has.
 */
export const ListChanged = v.object({
  type: v.literal('list_changed'),
  rooms: v.pipe(v.array(ListedRoom), v.maxLength(MAX_LIST_EVENT_ROOMS)),
  removed: v.optional(v.pipe(v.array(Id), v.maxLength(MAX_LIST_EVENT_ROOMS))),
  more: v.boolean(),
});

/** A position in a room's log. A new `incarnation` can mean that the database was restored: see L6. */
const POSITION = { seq: Seq, incarnation: v.optional(Incarnation) };

/** Topic `room:<roomId>`. `replies`: of the conversation of a reply, after it. */
export const MessageSent = v.object({
  type: v.literal('message_sent'),
  roomId: Id,
  ...POSITION,
  message: Message,
  replies: v.optional(ReplyCount),
});

/** Topic `room:<roomId>`: `uid` added or removed a reaction. `withoutText`: the message's text is too long to repeat. */
export const MessageReacted = v.object({
  type: v.literal('message_reacted'),
  roomId: Id,
  ...POSITION,
  message: Message,
  uid: Id,
  emoji: v.string(),
  on: v.boolean(),
  withoutText: v.optional(v.literal(true)),
});

/** Topic `room:<roomId>`. `notEveryone`: the message mentioned everyone in the room before, and no longer does. */
export const MessageEdited = v.object({
  type: v.literal('message_edited'),
  roomId: Id,
  ...POSITION,
  message: Message,
  notEveryone: v.optional(v.literal(true)),
});

const PinCount = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * Topic `room:<roomId>`: `uid` pinned or unpinned a message. `pinCount`: of the room. `withoutText`: the message's text is too long
 * to repeat.
 */
export const MessagePinned = v.object({
  type: v.literal('message_pinned'),
  roomId: Id,
  ...POSITION,
  message: Message,
  uid: Id,
  on: v.boolean(),
  pinCount: PinCount,
  withoutText: v.optional(v.literal(true)),
});

/** Topic `room:<roomId>`. `pinCount`: of the room, if the message was pinned. `replies`: of the conversation of a reply, without it. */
export const MessageDeleted = v.object({
  type: v.literal('message_deleted'),
  roomId: Id,
  ...POSITION,
  message: Message,
  pinCount: v.optional(PinCount),
  replies: v.optional(ReplyCount),
});

/** Topic `room:<roomId>`: the room has a new name or description. */
export const RoomEdited = v.object({ type: v.literal('room_edited'), roomId: Id, ...POSITION, room: Room });

/** Topic `room:<roomId>`: `uid` became an admin of the room, or stopped being one. */
export const AdminChanged = v.object({
  type: v.literal('admin_changed'),
  roomId: Id,
  ...POSITION,
  uid: Id,
  admin: v.boolean(),
});

/**
 * Topic `room:<roomId>`: `uid` became a member of a private room or stopped being one, or was banned or unbanned. Without
 * `canRead`, the server ends all subscriptions of `uid` to the room. `guests`: the number of members who are guests; servers of version
 * 5 omit it.
 */
export const MemberChanged = v.object({
  type: v.literal('member_changed'),
  roomId: Id,
  ...POSITION,
  uid: Id,
  role: Role,
  canRead: v.boolean(),
  guests: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

/**
 * Topic `room:<roomId>`: the messages below the seq `before` are gone from the log, for good. `pinCount`: of the pins that are left; those
 * below `before` are nowhere but in `list_pins`. Without more, because an earlier client catches up: the result is a reset.
 */
export const RoomTrimmed = v.object({
  type: v.literal('room_trimmed'),
  roomId: Id,
  ...POSITION,
  before: Seq,
  pinCount: PinCount,
});

/** Topic `room:<roomId>`: the last event of a room. */
export const RoomDeleted = v.object({ type: v.literal('room_deleted'), roomId: Id, ...POSITION });

/**
 * Topic `self:<uid>`, of each connection of a person: their own place in a room. `room` is missing if they can no longer read
 * it.
 */
export const MembershipChanged = v.object({
  type: v.literal('membership_changed'),
  roomId: Id,
  membership: Membership,
  room: v.optional(ListedRoom),
  /** If the person has just joined, or nothing is unread. */
  read: v.optional(ReadState),
});

/**
 * Topic `self:<uid>`: this person's read cursor moved. `read` has the position of its counts, so that the event itself has no `seq`:
 * it is no step of the log. Without `read`, the server has not counted yet: a second event follows, or else `get_unread` reads the counts.
 * `conversation`: the cursor of this conversation moved to `seq`, under `version`, and that of the room stays.
 */
export const ReadMoved = v.object({
  type: v.literal('read_moved'),
  roomId: Id,
  read: v.optional(ReadState),
  conversation: v.optional(v.object({ rootId: Id, seq: Seq, version: ReadVersion })),
});

/** Topic `self:<uid>`: this person blocked `uid`, or undid that. `version`: of all their blocks, one more than before. */
export const BlockChanged = v.object({
  type: v.literal('block_changed'),
  uid: Id,
  blocked: v.boolean(),
  version: BlocksVersion,
});

/** Topic `self:<uid>`: this person saved a message or changed its reminder, or removed it. `version`: one more than before. */
export const SavedChanged = v.object({
  type: v.literal('saved_changed'),
  roomId: Id,
  messageId: Id,
  saved: v.nullable(Saved),
  version: SavedVersion,
});

/** Topic `self:<uid>`: this person began to follow a conversation, or stopped doing so. `version`: one more than before. */
export const ConversationChanged = v.object({
  type: v.literal('conversation_changed'),
  roomId: Id,
  rootId: Id,
  follows: v.boolean(),
  version: FollowsVersion,
});

/**
 * Topic `self:<uid>`: at the position `at` of the room's log, a message began to mention this person, or to answer them. Without
 * `on`, it stopped doing so. `messageSeq`: that of the message. `outside`: the person was no member when it mentioned them, so it
 * never counts.
 */
export const MentionChanged = v.object({
  type: v.literal('mention_changed'),
  roomId: Id,
  at: Seq,
  messageSeq: Seq,
  authorId: Id,
  on: v.boolean(),
  outside: v.optional(v.literal(true)),
});

/**
 * Topic `room:<roomId>`: a catch-up for events that got lost between servers. With `reset`, `messages` is the newest page and
 * replaces the client's copy.
 */
export const RoomCaughtUp = v.object({
  type: v.literal('room_caught_up'),
  roomId: Id,
  from: Seq,
  to: Seq,
  incarnation: v.optional(Incarnation),
  room: Room,
  admins: v.array(Id),
  reset: v.boolean(),
  messages: v.array(Message),
  hasOlder: v.boolean(),
  replies: v.optional(ReplyCounts),
});

/** Topic `person:<uid>`: the person has a new name or avatar. */
export const ProfileChanged = v.object({ type: v.literal('profile_changed'), person: Person });

/** Topic `person:<uid>`: the person went online or offline. */
export const PresenceChanged = v.object({ type: v.literal('presence_changed'), presence: Presence });

/** Topic `room:<roomId>`: how many people have the room open, a moment after a change. */
export const ViewerCount = v.object({
  type: v.literal('viewer_count'),
  roomId: Id,
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

/**
 * Topic `viewers:<roomId>`: people who opened or closed the room since the last one; at most `MAX_LISTED_PEOPLE` of each.
 * `more`: `watch_viewers` returns the others.
 */
export const ViewersChanged = v.object({
  type: v.literal('viewers_changed'),
  roomId: Id,
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  entered: v.array(Id),
  left: v.array(Id),
  more: v.optional(v.literal(true)),
});

/** Topic `room:<roomId>`, except for the person's own connections: the person is typing. Never stored. */
export const Typing = v.object({ type: v.literal('typing'), roomId: Id, person: Person });

/** Topic `self:<uid>`: something happened to the account of this person. */
export const NoticeAdded = v.object({ type: v.literal('notice_added'), notice: Notice });

/** Topic `self:<uid>`: this person changed their notification settings. */
export const NotificationSettingsChanged = v.object({
  type: v.literal('notification_settings_changed'),
  settings: NotificationSettings,
});

/**
 * Topic `self:<uid>`: the end of the access of this guest has changed, or they became a member. The server then closes the connection
 * with 1012, and the client reconnects.
 */
export const GuestChanged = v.object({ type: v.literal('guest_changed') });

/** Topic `self:<uid>`: this person has another device that receives pushes, or one less. */
export const PushDevicesChanged = v.object({ type: v.literal('push_devices_changed') });

/** Topic `workspace`: a workspace admin changed what everyone may know of the settings. */
export const WorkspaceChanged = v.object({
  type: v.literal('workspace_changed'),
  settings: WorkspaceSettings,
});

/**
 * Topic `workspace`: a name of an emoji was added, changed or removed. `emoji`: the row of this version. `list_emoji` returns it, too, and
 * those between.
 */
export const EmojiChanged = v.object({
  type: v.literal('emoji_changed'),
  version: Version,
  emoji: v.optional(CustomEmoji),
});

/** Topic `session:<id>`: the session of this connection has ended. The server then closes the connection with 4401. */
export const SessionEnded = v.object({ type: v.literal('session_ended') });

export const Event = v.variant('type', [
  Connected,
  Heartbeat,
  Resync,
  RoomSummary,
  ListChanged,
  MessageSent,
  MessageReacted,
  MessageEdited,
  MessagePinned,
  MessageDeleted,
  RoomEdited,
  AdminChanged,
  MemberChanged,
  RoomTrimmed,
  RoomDeleted,
  MembershipChanged,
  BlockChanged,
  ReadMoved,
  MentionChanged,
  SavedChanged,
  ConversationChanged,
  NoticeAdded,
  NotificationSettingsChanged,
  GuestChanged,
  PushDevicesChanged,
  RoomCaughtUp,
  ProfileChanged,
  PresenceChanged,
  ViewerCount,
  ViewersChanged,
  Typing,
  WorkspaceChanged,
  EmojiChanged,
  SessionEnded,
]);
export type Event = v.InferOutput<typeof Event>;
export type EventType = Event['type'];
export type EventOf<Type extends EventType> = Extract<Event, { type: Type }>;

/** An event with a position in a room's log. */
export type RoomEvent = Extract<Event, { roomId: string; seq: number }>;
