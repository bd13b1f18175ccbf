import * as v from 'valibot';
import { defineCommand } from './command.ts';
import { MessageFile } from './file.ts';
import { Id, Incarnation, Seq, Timestamp } from './ids.ts';
import { MAX_PAGE_SIZE, MAX_TEXT_LENGTH, PAGE_SIZE } from './limits.ts';
import { Person } from './person.ts';
import { plainText } from './text.ts';

export const Reactions = v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(1)));
export type Reactions = v.InferOutput<typeof Reactions>;

/**
 * `id` is unique within its room. `seq` never changes; `changedSeq` is the room's seq at the last change. `reactions` counts
 * people by emoji, in the order of each emoji's first reaction. `mine` are the caller's own, only in results: an event is the
 * same for all subscribers. With `deletedAt`, the text, the file and the reactions are gone.
 */
export const Message = v.object({
  id: Id,
  roomId: Id,
  seq: Seq,
  changedSeq: Seq,
  author: Person,
  createdAt: Timestamp,
  text: v.optional(v.string()),
  file: v.optional(MessageFile),
  reactions: v.optional(Reactions),
  mine: v.optional(v.array(v.string())),
  deletedAt: v.optional(Timestamp),
});
export type Message = v.InferOutput<typeof Message>;

export const sendMessage = defineCommand({
  summary: 'Post a message in a room',
  description:
    'The result arrives after the message is on disk. The sender chooses the id, which is unique within the room: a repetition ' +
    'with the same id stores nothing new and has the same result. `fileId` is an upload of the sender (`POST /api/files`), ' +
    'which belongs to one message.',
  input: v.pipe(
    v.strictObject({
      roomId: Id,
      id: v.optional(Id),
      text: v.optional(plainText(MAX_TEXT_LENGTH)),
      fileId: v.optional(Id),
    }),
    v.check(({ text, fileId }) => text !== undefined || fileId !== undefined, 'must have a text or a file'),
    v.metadata({ anyOf: [{ required: ['text'] }, { required: ['fileId'] }] }),
  ),
  output: v.object({ message: Message }),
  errors: ['not_found', 'forbidden', 'id_taken', 'unavailable'],
});

export const getMessages = defineCommand({
  summary: 'Read a page of history, oldest first',
  description:
    'The page ends just before the message with the seq `before`, begins just after the one with the seq `after`, has ' +
    'the message with the id `around` in its middle, or, without any of them, ends with the newest message. A deleted ' +
    'message has no page around it. `hasOlder`, `hasNewer`: whether there may be more on that side. The rows are as of ' +
    'the position `seq` of the log or later: a client with a later position catches up from `seq`.',
  input: v.pipe(
    v.strictObject({
      roomId: Id,
      before: v.optional(Seq),
      after: v.optional(Seq),
      around: v.optional(Id),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PAGE_SIZE)), PAGE_SIZE),
    }),
    v.check(
      ({ before, after, around }) => [before, after, around].filter(side => side !== undefined).length <= 1,
      'must have at most one of before, after and around',
    ),
    v.metadata({
      not: {
        anyOf: [
          { required: ['before', 'after'] },
          { required: ['before', 'around'] },
          { required: ['after', 'around'] },
        ],
      },
    }),
  ),
  output: v.object({
    seq: Seq,
    incarnation: v.optional(Incarnation),
    messages: v.array(Message),
    hasOlder: v.boolean(),
    hasNewer: v.boolean(),
  }),
  errors: ['not_found'],
});

export const deleteMessage = defineCommand({
  summary: 'Delete a message of your own',
  description:
    'Removes its text, its file and its reactions for everyone. A repetition has the same result. `fileLeft`: nobody can ' +
    'read the file, but its bytes could not be removed yet; the server retries.',
  input: v.strictObject({ roomId: Id, messageId: Id }),
  output: v.object({ message: Message, fileLeft: v.optional(v.literal(true)) }),
  errors: ['not_found', 'forbidden', 'unavailable'],
});
