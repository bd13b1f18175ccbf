import * as v from 'valibot';
import { defineCommand } from './command.ts';
import { Id, Incarnation, Seq, Timestamp } from './ids.ts';
import {
  MAX_ADMINS,
  MAX_DESCRIPTION_LENGTH,
  MAX_LISTED_ROOMS,
  MAX_NAME_LENGTH,
  MAX_WATCHED_SUMMARIES_PER_CALL,
} from './limits.ts';
import { Message } from './message.ts';
import { Person } from './person.ts';
import { isStorable, multilineText, singleLineText, trimmedText } from './text.ts';

/** The newest message of a room, for the list of rooms. `toListedRoom` truncates `text` and the file's name. */
export const LastMessage = v.object({
  id: Id,
  seq: Seq,
  author: Person,
  createdAt: Timestamp,
  text: v.optional(v.string()),
  /** The list shows its name if the message has no text. */
  file: v.optional(v.object({ name: v.string(), contentType: v.string() })),
});
export type LastMessage = v.InferOutput<typeof LastMessage>;

/**
 * A room in the list: at most `MAX_ROW_BYTES` of JSON. `seq` is the head of its log: of two copies with the same
 * `incarnation` the higher one is newer, otherwise the one received later.
 */
export const ListedRoom = v.object({
  id: Id,
  name: v.string(),
  createdAt: Timestamp,
  seq: Seq,
  incarnation: v.optional(Incarnation),
  lastMessage: v.optional(LastMessage),
});
export type ListedRoom = v.InferOutput<typeof ListedRoom>;

export const Room = v.object({ ...ListedRoom.entries, description: v.string() });
export type Room = v.InferOutput<typeof Room>;

/** The row of a room that was last active at `at`. */
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
  ),
  roomId: Id,
});
export type FindCursor = v.InferOutput<typeof FindCursor>;

/**
 * A room at the position `seq` of its log. With `reset`, `messages` is the newest page and replaces the client's copy;
 * without, `messages` are those that changed after the client's position, in their present state.
 */
export const RoomState = v.object({
  room: Room,
  admins: v.array(Id),
  seq: Seq,
  incarnation: v.optional(Incarnation),
  reset: v.boolean(),
  messages: v.array(Message),
  hasOlder: v.boolean(),
});
export type RoomState = v.InferOutput<typeof RoomState>;

export const createRoom = defineCommand({
  summary: 'Create a room; who creates it becomes its admin',
  description:
    'The id is made by the creator: creating the same room again under the same id answers the same.',
  input: v.strictObject({
    id: v.optional(Id),
    name: singleLineText(MAX_NAME_LENGTH),
    description: multilineText(MAX_DESCRIPTION_LENGTH),
  }),
  output: v.object({ room: Room }),
  errors: ['id_taken', 'unavailable'],
});

export const listRooms = defineCommand({
  summary: 'List rooms, each with its last message',
  description:
    'The one with the newest message (or creation, where there is none) comes first. `before`: the `next` of the ' +
    'page before; without it, the first page. A page has at most `limit` rows and 64 kB. No `next`: there are no more.',
  input: v.strictObject({
    before: v.optional(ListCursor),
    limit: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_LISTED_ROOMS)),
      MAX_LISTED_ROOMS,
    ),
  }),
  output: v.object({ rooms: v.array(ListedRoom), next: v.optional(ListCursor) }),
  errors: [],
});

export const findRooms = defineCommand({
  summary: 'Find rooms by their names',
  description:
    'Rooms in whose names each word of `text` begins a word, in whatever case and with or without accents. Names that ' +
    'begin with `text` come first. An answer has at most 20 rooms. `next`: there may be more; given as `after`, the ' +
    'search goes on there. It may come with few rooms or none, because one call looks at a bounded number of names.',
  input: v.strictObject({ text: trimmedText(MAX_NAME_LENGTH), after: v.optional(FindCursor) }),
  output: v.object({ rooms: v.array(ListedRoom), next: v.optional(FindCursor) }),
  errors: [],
});

/** The seq of the client's row; -1 if it has none. */
const KnownSeq = v.pipe(v.number(), v.safeInteger(), v.minValue(-1));

export const watchRooms = defineCommand({
  summary: 'Receive summaries of rooms over the socket, and of other rooms no longer',
  description:
    '`add`: rooms by id, each with the `seq` of the row that the caller has, or -1; `remove`: ids. At most 100 of each ' +
    'in a call and 500 rooms on a socket. A room that is past the given seq follows as a summary. `missing`: there are ' +
    'no such rooms.',
  input: v.strictObject({
    add: v.pipe(v.record(Id, KnownSeq), v.maxEntries(MAX_WATCHED_SUMMARIES_PER_CALL, 'must be at most 100')),
    remove: v.pipe(v.array(Id), v.maxLength(MAX_WATCHED_SUMMARIES_PER_CALL, 'must be at most 100')),
  }),
  output: v.object({ missing: v.array(Id) }),
  errors: ['limit_exceeded'],
});

export const watchList = defineCommand({
  summary: 'Receive what changes at the head of the list of rooms over the socket, or no longer',
  description: 'At most one event a second, of at most 20 rows and 8 kB.',
  input: v.strictObject({ on: v.boolean('must be true or false') }),
  output: v.object({}),
  errors: [],
});

/** The client's position. Without `incarnation`, the server assumes the present history. */
const KNOWN_POSITION = { roomId: Id, since: v.optional(Seq), incarnation: v.optional(Incarnation) };

export const openRoom = defineCommand({
  summary: 'Read a room and, over the socket, receive its events from here on',
  description:
    'Without `since` the answer is the newest page. With it, the answer is as of `catch_up`. No event falls ' +
    'between the answer and the subscription.',
  input: v.strictObject(KNOWN_POSITION),
  output: RoomState,
  errors: ['not_found', 'limit_exceeded'],
});

export const closeRoom = defineCommand({
  summary: 'Stop receiving the events of a room on this socket',
  description: 'Closing a room that is not open does nothing.',
  input: v.strictObject({ roomId: Id }),
  output: v.object({}),
  errors: [],
});

export const catchUp = defineCommand({
  summary: 'Read everything that changed in a room since a position of its log',
  description:
    'Complete, or an explicit reset with the newest page where there is too much to tell, or where without `since` ' +
    'nothing is known.',
  input: v.strictObject(KNOWN_POSITION),
  output: RoomState,
  errors: ['not_found'],
});

export const editRoom = defineCommand({
  summary: 'Change the name or the description of a room; for its admins',
  description: 'What is left out stays. Everyone in the room sees it at once.',
  input: v.strictObject({
    roomId: Id,
    name: v.optional(singleLineText(MAX_NAME_LENGTH)),
    description: v.optional(multilineText(MAX_DESCRIPTION_LENGTH)),
  }),
  output: v.object({ room: Room }),
  errors: ['not_found', 'forbidden', 'unavailable'],
});

export const setAdmin = defineCommand({
  summary: 'Make somebody an admin of a room, or an admin no longer; for its admins',
  description:
    'Not for oneself, so that a room is never left without an admin. Giving it again changes nothing. A room has at ' +
    `most ${MAX_ADMINS} admins.`,
  input: v.strictObject({ roomId: Id, uid: Id, admin: v.boolean('must be true or false') }),
  output: v.object({ admins: v.array(Id) }),
  errors: ['not_found', 'forbidden', 'limit_exceeded', 'unavailable'],
});
