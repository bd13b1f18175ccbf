import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, Incarnation, Seq, Timestamp } from '../core/ids.ts';
import {
  MAX_ADMINS,
  MAX_DESCRIPTION_LENGTH,
  MAX_LISTED_ROOMS,
  MAX_NAME_LENGTH,
  MAX_WATCHED_SUMMARIES_PER_CALL,
} from '../core/limits.ts';
import { Membership } from '../people/membership.ts';
import { Person } from '../people/person.ts';
import { cleanName } from '../text/clean-name.ts';
import { documentPatterns, isStorable, multilineText, nameText, trimmedText } from '../text/text.ts';
import { MessageFile } from './file.ts';
import { Message, ReplyCounts } from './message.ts';
import { ReadState } from './read.ts';
import { Retention } from './retention.ts';

/** The newest message of a room, for the list of rooms. `toListedRoom` truncates `text` and the file's name. */
export const LastMessage = v.object({
  id: Id,
  seq: Seq,
  author: Person,
  createdAt: Timestamp,
  text: v.optional(v.string()),
  /** The list shows it if the message has no text. `duration`: that of a voice recording, in ms. */
  file: v.optional(v.pick(MessageFile, ['name', 'contentType', 'duration'])),
});
export type LastMessage = v.InferOutput<typeof LastMessage>;

/**
 * At most `MAX_ROW_BYTES` of JSON, besides `people`. Of two copies with the same `incarnation` the higher `seq` is newer, else the one received
 * later.
 */
export const ListedRoom = v.object({
  id: Id,
  /** Everyone may read an open room, and only its members any other one. Missing for an open room. Never changes. */
  kind: v.optional(v.picklist(['private', 'direct'])),
  /** Empty for a direct room: its people replace it. */
  name: v.string(),
  /** Of a direct room, at most `MAX_DIRECT_PEOPLE`, in no particular order. */
  people: v.optional(v.array(Person)),
  /** Nobody can write in an archived room, and it is not listed. */
  archivedAt: v.optional(Timestamp),
  createdAt: Timestamp,
  seq: Seq,
  incarnation: v.optional(Incarnation),
  /** The messages below this seq are trimmed; missing before the first trim. */
  trimmedBefore: v.optional(Seq),
  lastMessage: v.optional(LastMessage),
  /** The caller's own; only in results of `list_rooms` with `mine`. */
  membership: v.optional(Membership),
  read: v.optional(ReadState),
});
export type ListedRoom = v.InferOutput<typeof ListedRoom>;

export const Room = v.object({
  ...ListedRoom.entries,
  description: v.string(),
  /** Of an open room; missing for true. If false, only admins invite people. */
  membersInvite: v.optional(v.boolean()),
  /** The number of pinned messages; missing for 0. */
  pinCount: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** The number of members who are guests; missing for 0. */
  guests: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** The room's own rule. Missing if it never had one. That of the workspace counts, too: see `describeRetention`. */
  retention: v.optional(Retention),
});
export type Room = v.InferOutput<typeof Room>;

export const ListCursor = v.strictObject({ at: Timestamp, roomId: Id });
export type ListCursor = v.InferOutput<typeof ListCursor>;

/** Opaque to clients. */
export const FindCursor = v.strictObject({
  /** The index of the word that the server looks up; -1 for the whole query. */
  by: v.pipe(v.number(), v.integer(), v.minValue(-1), v.maxValue(MAX_NAME_LENGTH)),
  isInside: v.boolean('must be true or false'),
  words: v.pipe(
    v.string(),
    v.maxLength(MAX_NAME_LENGTH),
    v.check(isStorable, 'must be valid Unicode without NUL'),
    documentPatterns('storable'),
  ),
  roomId: Id,
});
export type FindCursor = v.InferOutput<typeof FindCursor>;

/**
 * With `reset`, `messages` is the newest page and replaces the client's copy; otherwise those that changed after the client's
 * position.
 */
export const RoomState = v.object({
  room: Room,
  admins: v.array(Id),
  seq: Seq,
  incarnation: v.optional(Incarnation),
  reset: v.boolean(),
  messages: v.array(Message),
  hasOlder: v.boolean(),
  /** As of `seq`. */
  replies: v.optional(ReplyCounts),
  membership: v.optional(Membership),
  /** Of a member. */
  read: v.optional(ReadState),
});
export type RoomState = v.InferOutput<typeof RoomState>;

const createRoom = defineCommand({
  summary: 'Create a room and become its admin',
  description:
    'The creator chooses the id: a repetition with the same id creates no second room and returns the first. Only members ' +
    'see a private room. A private room is `unavailable` while servers of an earlier release run.',
  input: v.strictObject({
    id: v.optional(Id),
    name: nameText(MAX_NAME_LENGTH),
    description: multilineText(MAX_DESCRIPTION_LENGTH),
    kind: v.optional(v.picklist(['open', 'private'], 'must be open or private')),
  }),
  output: v.object({ room: Room }),
  errors: ['forbidden', 'id_taken', 'limit_exceeded', 'unavailable'],
});

const listRooms = defineCommand({
  summary: 'List open rooms or your rooms, each with its last message',
  description:
    'With `mine`, the rooms of which the caller is a member, their favourites, or the direct rooms of strangers that wait for an answer; without it, the open rooms. Archived rooms are not listed. The room with the newest message comes first; a room without messages counts by its creation. `before`: the `next` ' +
    'of the previous page; without it, the first page. A page has at most `limit` rows and 64 kB. The last page has no `next`.',
  input: v.strictObject({
    mine: v.optional(
      v.union(
        [v.literal(true), v.literal('favourites'), v.literal('requests')],
        'must be true, "favourites" or "requests"',
      ),
    ),
    before: v.optional(ListCursor),
    limit: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_LISTED_ROOMS)),
      MAX_LISTED_ROOMS,
    ),
  }),
  output: v.object({ rooms: v.array(ListedRoom), next: v.optional(ListCursor) }),
  errors: [],
});

const findRooms = defineCommand({
  summary: 'Find rooms by their names',
  description:
    'Each word of `text` begins a word of the name. Case, accents and forms of letters make no difference. Names that begin with `text` come ' +
    'first. Private rooms of the caller precede open rooms. A result has at most 40 rooms. With `next` there may be more: pass it as `after` to continue. A result with ' +
    '`next` may have few rooms or none, because one call scans a bounded number of names.',
  input: v.strictObject({ text: trimmedText(MAX_NAME_LENGTH), after: v.optional(FindCursor) }),
  output: v.object({ rooms: v.array(ListedRoom), next: v.optional(FindCursor) }),
  errors: [],
});

/** The seq of the client's row; -1 if it has none. */
const KnownSeq = v.pipe(v.number(), v.safeInteger(), v.minValue(-1));

const watchRooms = defineCommand({
  summary: 'Subscribe to summaries of rooms over the socket, and unsubscribe from others',
  description:
    '`add`: rooms by id, each with the `seq` of the row that the caller has, or -1; `remove`: ids. At most 100 of each ' +
    'in a call and 500 rooms on a socket. A room with changes after the given seq follows as a summary. `missing`: ids of ' +
    'rooms that do not exist.',
  input: v.strictObject({
    add: v.pipe(v.record(Id, KnownSeq), v.maxEntries(MAX_WATCHED_SUMMARIES_PER_CALL, 'must be at most 100')),
    remove: v.pipe(v.array(Id), v.maxLength(MAX_WATCHED_SUMMARIES_PER_CALL, 'must be at most 100')),
  }),
  output: v.object({ missing: v.array(Id) }),
  errors: ['limit_exceeded'],
});

const watchList = defineCommand({
  summary: 'Subscribe to changes at the head of the list of rooms over the socket, or unsubscribe',
  description: 'At most one event a second, of at most 20 rows and 8 kB.',
  input: v.strictObject({ on: v.boolean('must be true or false') }),
  output: v.object({}),
  errors: [],
});

/**
 * The client's position. Without `incarnation`, the server assumes the present history. `trims`: the client drops the messages below
 * `trimmedBefore` itself.
 */
const KNOWN_POSITION = {
  roomId: Id,
  since: v.optional(Seq),
  incarnation: v.optional(Incarnation),
  trims: v.optional(v.literal(true, 'must be true')),
};

const openRoom = defineCommand({
  summary: 'Read a room and, over the socket, subscribe to its events',
  description:
    'Without `since`, the result is the newest page; with it, the result of `catch_up`. No event is missed between the ' +
    'result and the subscription.',
  input: v.strictObject(KNOWN_POSITION),
  output: RoomState,
  errors: ['not_found', 'limit_exceeded'],
});

const closeRoom = defineCommand({
  summary: 'Stop receiving the events of a room on this socket',
  description: 'Does nothing if the room is not open.',
  input: v.strictObject({ roomId: Id }),
  output: v.object({}),
  errors: [],
});

const catchUp = defineCommand({
  summary: 'Read everything that changed in a room since a position of its log',
  description:
    'The result is complete, or it is a reset with the newest page, if there are too many changes, the position is ' +
    'missing or unknown, or messages were trimmed since. With `trims` that is no reset: the caller drops the messages below `trimmedBefore`, ' +
    'and shows answers to them as answers to deleted ones.',
  input: v.strictObject(KNOWN_POSITION),
  output: RoomState,
  errors: ['not_found'],
});

const editRoom = defineCommand({
  summary: 'Change the name or the description of a room, and who invites people to it; for its admins',
  description:
    'Fields that are left out stay. Everyone in the room sees the change at once. `membersInvite`: whether members of an open ' +
    'room can create invitations to it.',
  input: v.strictObject({
    roomId: Id,
    name: v.optional(nameText(MAX_NAME_LENGTH)),
    description: v.optional(multilineText(MAX_DESCRIPTION_LENGTH)),
    membersInvite: v.optional(v.boolean('must be true or false')),
  }),
  output: v.object({ room: Room }),
  errors: ['not_found', 'forbidden', 'unavailable'],
});

const archiveRoom = defineCommand({
  summary: 'Archive a room or reopen it; for its admins',
  description:
    'Nobody can write in an archived room, and lists leave it out. A repetition changes nothing. `unavailable` while servers ' +
    'of an earlier release run.',
  input: v.strictObject({ roomId: Id, archived: v.boolean('must be true or false') }),
  output: v.object({ room: Room }),
  errors: ['not_found', 'forbidden', 'unavailable'],
});

const deleteRoom = defineCommand({
  summary: 'Delete a room with its messages and files for good; for its admins',
  description:
    '`name`: the name of the room, as a confirmation; another name is `invalid_input`. Nobody can open the room afterwards; the server then erases its data. ' +
    '`unavailable` while servers of an earlier release run.',
  input: v.strictObject({ roomId: Id, name: v.pipe(trimmedText(MAX_NAME_LENGTH), v.transform(cleanName)) }),
  output: v.object({}),
  errors: ['not_found', 'forbidden', 'unavailable'],
});

const setAdmin = defineCommand({
  summary: 'Make a person an admin of a room, or remove an admin; for its admins',
  description:
    'Admins cannot change their own rights, so a room always has an admin. A repetition changes nothing. A room has at ' +
    `most ${MAX_ADMINS} admins.`,
  input: v.strictObject({ roomId: Id, uid: Id, admin: v.boolean('must be true or false') }),
  output: v.object({ admins: v.array(Id) }),
  errors: ['not_found', 'forbidden', 'limit_exceeded', 'unavailable'],
});

export const ROOM_COMMANDS = {
  create_room: createRoom,
  edit_room: editRoom,
  set_admin: setAdmin,
  archive_room: archiveRoom,
  delete_room: deleteRoom,
  list_rooms: listRooms,
  find_rooms: findRooms,
  watch_rooms: watchRooms,
  watch_list: watchList,
  open_room: openRoom,
  close_room: closeRoom,
  catch_up: catchUp,
} as const;
