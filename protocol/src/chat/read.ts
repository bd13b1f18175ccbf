import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, Incarnation, Seq, uniqueIds } from '../core/ids.ts';
import { MAX_CONVERSATION_CURSORS, MAX_COUNTED_ROOMS, MAX_SET_READS, MAX_UNREAD } from '../core/limits.ts';

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_UNREAD));

/** Grows if the cursor moves back, and if its person leaves the room or joins it again. */
export const ReadVersion = v.pipe(
  v.number('must be a number'),
  v.safeInteger('must be a whole number'),
  v.minValue(0, 'must be 0 or more'),
);

/**
 * How far the caller has read a room: up to `readSeq`, and in the conversations of `conversations` further, up to the seq beside the id of the first
 * message. `more`: only some of these conversations are here. A message is read if it is at or below one of the two cursors. `unread`: the other
 * messages of other people, as of the position `seq`, and `mentions` those of them that mention the caller or answer them. `MAX_UNREAD` means
 * so many or more. Without messages of people whom the caller has blocked.
 */
export const ReadState = v.object({
  seq: Seq,
  incarnation: v.optional(Incarnation),
  readSeq: Seq,
  version: ReadVersion,
  unread: Count,
  mentions: v.optional(Count),
  conversations: v.optional(v.pipe(v.record(Id, Seq), v.maxEntries(MAX_CONVERSATION_CURSORS))),
  more: v.optional(v.literal(true)),
});
export type ReadState = v.InferOutput<typeof ReadState>;

const Epoch = v.pipe(v.string('must be a text'), v.maxLength(100, 'must have at most 100 characters'));

const setRead = defineCommand({
  summary: 'Move your read cursor in one of your rooms',
  description:
    'All your devices share the cursor. It moves forward to `seq`, at most to the end of the log. With `back`, it moves only ' +
    'back, as do the cursors of the conversations of the room, and `version` grows by one. `conversation`: the id of the first message of ' +
    'a conversation, whose own cursor moves forward; that of the room stays. `version`: that of the cursor that the caller knows. After an older one, or in another ' +
    '`epoch` (that of `connected`), nothing changes. The result is the cursor with its counts.',
  input: v.pipe(
    v.strictObject({
      roomId: Id,
      seq: Seq,
      epoch: v.optional(Epoch),
      version: ReadVersion,
      back: v.optional(v.boolean('must be true or false')),
      conversation: v.optional(Id),
    }),
    v.check(
      ({ back, conversation }) => conversation === undefined || back === undefined,
      'must have no back with conversation',
    ),
    v.metadata({ not: { required: ['back', 'conversation'] } }),
  ),
  output: v.object({ read: ReadState }),
  errors: ['not_found', 'forbidden', 'unavailable'],
});

const setReads = defineCommand({
  summary: 'Move your read cursors in several of your rooms',
  description:
    `At most ${MAX_SET_READS} rooms. Like \`set_read\` without \`back\`; rooms that are not yours change nothing. \`marks\`: these are ` +
    'marks that a browser kept before servers had cursors. A mark has no version. It replaces a cursor that the upgrade of ' +
    'the server created, once, and raises any other one. It makes you a member of an open room that you never left.',
  input: v.strictObject({
    epoch: v.optional(Epoch),
    marks: v.optional(v.boolean('must be true or false')),
    reads: v.pipe(
      v.record(Id, v.strictObject({ seq: Seq, version: ReadVersion })),
      v.maxEntries(MAX_SET_READS, `must be at most ${MAX_SET_READS}`),
    ),
  }),
  output: v.object({ reads: v.record(Id, ReadState) }),
  errors: [],
});

const getUnread = defineCommand({
  summary: 'Read your cursors and the numbers of unread messages',
  description: `At most ${MAX_COUNTED_ROOMS} rooms. The result omits rooms that are not yours.`,
  input: v.strictObject({
    roomIds: uniqueIds(MAX_COUNTED_ROOMS, 'rooms'),
  }),
  output: v.object({ reads: v.record(Id, ReadState) }),
  errors: [],
});

export const READ_COMMANDS = { set_read: setRead, set_reads: setReads, get_unread: getUnread } as const;
