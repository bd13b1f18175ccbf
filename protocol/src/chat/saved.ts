import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, Timestamp } from '../core/ids.ts';
import { FOREVER, MAX_LISTED_REMINDERS, MAX_LISTED_SAVED, MAX_SAVED, MAX_SAVED_IDS } from '../core/limits.ts';
import { Message } from './message.ts';
import { ListedRoom } from './room.ts';

/** Grows with each change of a person's saved messages. */
export const SavedVersion = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** `remindAt`: the time of the reminder, which may be over; missing if there is none. */
export const Saved = v.object({ savedAt: Timestamp, remindAt: v.optional(Timestamp) });
export type Saved = v.InferOutput<typeof Saved>;

const setSaved = defineCommand({
  summary: 'Save a message for later, with a reminder if you like, or remove it from the saved ones',
  description:
    'Only your own devices learn of it. `on`: whether the message is saved. `remindAt`: the time of a reminder, null for none; ' +
    `without it, a reminder stays. A repetition changes nothing. A person saves at most ${MAX_SAVED} messages. Clients show ` +
    'a reminder that is due, and other devices get a push.',
  input: v.strictObject({
    roomId: Id,
    messageId: Id,
    on: v.boolean('must be true or false'),
    remindAt: v.optional(v.nullable(v.pipe(Timestamp, v.minValue(0), v.maxValue(FOREVER)))),
  }),
  output: v.object({ saved: v.nullable(Saved), version: SavedVersion }),
  errors: ['not_found', 'limit_exceeded', 'unavailable'],
});

export const SavedCursor = v.strictObject({ savedAt: Timestamp, roomId: Id, messageId: Id });
export type SavedCursor = v.InferOutput<typeof SavedCursor>;

/**
 * Without `message`, the person can no longer read it. A deleted one has `deletedAt`. `before` and `after`: the messages beside
 * it in its room, as far as the result has space for them.
 */
export const SavedMessage = v.object({
  roomId: Id,
  messageId: Id,
  ...Saved.entries,
  message: v.optional(Message),
  before: v.optional(Message),
  after: v.optional(Message),
});
export type SavedMessage = v.InferOutput<typeof SavedMessage>;

const listSaved = defineCommand({
  summary: 'List the messages that you have saved, the last saved one first',
  description:
    `At most ${MAX_LISTED_SAVED} and 64 kB in a page. \`before\`: the \`next\` of the previous page. The last page has no \`next\`. ` +
    '`rooms`: those of the messages that you can read. Messages have no `mine`.',
  input: v.strictObject({ before: v.optional(SavedCursor) }),
  output: v.object({
    saved: v.array(SavedMessage),
    rooms: v.array(v.pick(ListedRoom, ['id', 'kind', 'name', 'people', 'archivedAt'])),
    version: SavedVersion,
    next: v.optional(SavedCursor),
  }),
  errors: [],
});

const getSaved = defineCommand({
  summary: 'Read which of some messages of a room you have saved',
  description: `At most ${MAX_SAVED_IDS} messages. The result has only those that are saved, by id.`,
  input: v.strictObject({
    roomId: Id,
    messageIds: v.pipe(v.array(Id), v.maxLength(MAX_SAVED_IDS, `must be at most ${MAX_SAVED_IDS} messages`)),
  }),
  output: v.object({ saved: v.record(Id, Saved), version: SavedVersion }),
  errors: [],
});

export const Reminder = v.object({ roomId: Id, messageId: Id, remindAt: Timestamp });
export type Reminder = v.InferOutput<typeof Reminder>;

const listReminders = defineCommand({
  summary: 'List your reminders, the earliest first',
  description:
    `At most ${MAX_LISTED_REMINDERS}; with \`more\`, there are later ones. Those that are over stay until they are changed or their ` +
    'messages are removed from the saved ones. `now`: the time on the clock of the server.',
  input: v.strictObject({}),
  output: v.object({
    reminders: v.array(Reminder),
    more: v.optional(v.literal(true)),
    version: SavedVersion,
    now: Timestamp,
  }),
  errors: [],
});

export const SAVED_COMMANDS = {
  set_saved: setSaved,
  list_saved: listSaved,
  get_saved: getSaved,
  list_reminders: listReminders,
} as const;
