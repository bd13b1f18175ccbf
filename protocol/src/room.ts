import * as v from 'valibot';
import { command } from './command.ts';
import { Id, Seq, Timestamp } from './ids.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from './limits.ts';
import { Message } from './message.ts';
import { Person } from './person.ts';
import { descriptionOf, nameOf } from './text.ts';

/** What the list of rooms shows of a room's newest message; `text` is cut at `MAX_PREVIEW_LENGTH`. */
export const LastMessage = v.object({
  id: Id,
  seq: Seq,
  author: Person,
  createdAt: Timestamp,
  text: v.optional(v.string()),
  /** The file that it carries; its name shows where there are no words. */
  file: v.optional(v.object({ name: v.string(), contentType: v.string() })),
});
export type LastMessage = v.InferOutput<typeof LastMessage>;

/** A place where messages live. `seq` is the position of its log; of two copies the higher one counts. */
export const Room = v.object({
  id: Id,
  name: v.string(),
  description: v.string(),
  createdAt: Timestamp,
  seq: Seq,
  lastMessage: v.optional(LastMessage),
});
export type Room = v.InferOutput<typeof Room>;

/**
 * A room at the position `seq` of its log. With `reset`, `messages` is the newest page and replaces what the
 * reader had; without, `messages` are all that changed since the reader's position, each as it is now.
 */
export const RoomState = v.object({
  room: Room,
  admins: v.array(Id),
  seq: Seq,
  reset: v.boolean(),
  messages: v.array(Message),
  hasOlder: v.boolean(),
});
export type RoomState = v.InferOutput<typeof RoomState>;

export const createRoom = command({
  summary: 'Create a room; who creates it becomes its admin',
  description:
    'The id is made by the creator: creating the same room again under the same id answers the same.',
  input: v.strictObject({
    id: v.optional(Id),
    name: nameOf(MAX_NAME_LENGTH),
    description: descriptionOf(MAX_DESCRIPTION_LENGTH),
  }),
  output: v.object({ room: Room }),
  errors: ['id_taken', 'unavailable'],
});

export const listRooms = command({
  summary: 'List all rooms, each with its last message',
  description: 'The one with the newest message (or creation, where there is none) comes first.',
  input: v.strictObject({}),
  output: v.object({ rooms: v.array(Room) }),
  errors: [],
});

export const openRoom = command({
  summary: 'Read a room and, over the socket, receive its events from here on',
  description:
    'Without `since` the answer is the newest page. With it, the answer is as of `catch_up`. No event falls ' +
    'between the answer and the subscription.',
  input: v.strictObject({ roomId: Id, since: v.optional(Seq) }),
  output: RoomState,
  errors: ['not_found', 'too_many'],
});

export const closeRoom = command({
  summary: 'Stop receiving the events of a room on this socket',
  description: 'Closing a room that is not open does nothing.',
  input: v.strictObject({ roomId: Id }),
  output: v.object({}),
  errors: [],
});

export const catchUp = command({
  summary: 'Read everything that changed in a room since a position of its log',
  description:
    'Complete, or an explicit reset with the newest page where there is too much to tell, or where without `since` ' +
    'nothing is known.',
  input: v.strictObject({ roomId: Id, since: v.optional(Seq) }),
  output: RoomState,
  errors: ['not_found'],
});

export const editRoom = command({
  summary: 'Change the name or the description of a room; for its admins',
  description: 'What is left out stays. Everyone in the room sees it at once.',
  input: v.strictObject({
    roomId: Id,
    name: v.optional(nameOf(MAX_NAME_LENGTH)),
    description: v.optional(descriptionOf(MAX_DESCRIPTION_LENGTH)),
  }),
  output: v.object({ room: Room }),
  errors: ['not_found', 'forbidden', 'unavailable'],
});

export const setAdmin = command({
  summary: 'Make somebody an admin of a room, or an admin no longer; for its admins',
  description:
    'Not for oneself, so that a room is never left without an admin. Giving it again changes nothing.',
  input: v.strictObject({ roomId: Id, uid: Id, admin: v.boolean('must be true or false') }),
  output: v.object({ admins: v.array(Id) }),
  errors: ['not_found', 'forbidden', 'unavailable'],
});
