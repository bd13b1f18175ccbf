import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, Incarnation, Seq, Timestamp } from '../core/ids.ts';
import {
  MAX_COUNTED_REPLIES,
  MAX_MENTIONS,
  MAX_PAGE_SIZE,
  MAX_TEXT_LENGTH,
  PAGE_SIZE,
} from '../core/limits.ts';
import { Person } from '../people/person.ts';
import { cleanMessage } from '../text/clean-text.ts';
import { messageText } from '../text/text.ts';
import { MessageFile } from './file.ts';
import { Mention } from './mention.ts';
import { Reply } from './reply.ts';

export const Reactions = v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(1)));
export type Reactions = v.InferOutput<typeof Reactions>;

/**
 * `id` is unique within its room. `seq` never changes; `changedSeq` is the room's seq at the last change. `reactions` counts
 * people by emoji, in the order of each emoji's first reaction. `mine` are the caller's own, only in results: an event is the
 * same for all subscribers. `customReactions` and `customMine` are those with emoji of the workspace, by their first names; clients of
 * version 5 ignore them. `revision`: the number of edits, with the time `editedAt` of the last one; both are missing if there
 * was none. `mentioned`: the people in `mentions`, each once. `pinnedBy`: the id of the person who pinned the message at
 * `pinnedAt`. `rootId`: the first message of the conversation to which a reply belongs. With `deletedAt`, the text, its
 * mentions, the file, the reply, the reactions and the pin are gone. `removed`: an admin deleted it, and clients show a line in its place,
 * so pages contain it. `notice`: the server posted the message, and nobody can change or delete it. `admin_joined`: the author
 * is a workspace admin who joined a private or direct room by the command line, and the text is the reason. `exported`: the server
 * posted the message because the author (`person`) or the command line (`operator`) exported the room. It is no `notice`: clients of
 * version 5 show every notice as `admin_joined`.
 */
export const Message = v.object({
  id: Id,
  roomId: Id,
  seq: Seq,
  changedSeq: Seq,
  author: Person,
  createdAt: Timestamp,
  text: v.optional(v.string()),
  mentions: v.optional(v.array(Mention)),
  mentioned: v.optional(v.array(Person)),
  file: v.optional(MessageFile),
  revision: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  editedAt: v.optional(Timestamp),
  reply: v.optional(Reply),
  rootId: v.optional(Id),
  pinnedAt: v.optional(Timestamp),
  pinnedBy: v.optional(Id),
  reactions: v.optional(Reactions),
  mine: v.optional(v.array(v.string())),
  customReactions: v.optional(Reactions),
  customMine: v.optional(v.array(v.string())),
  deletedAt: v.optional(Timestamp),
  removed: v.optional(v.literal(true)),
  notice: v.optional(v.literal('admin_joined')),
  exported: v.optional(v.picklist(['person', 'operator'])),
});
export type Message = v.InferOutput<typeof Message>;

/** The number of replies in a conversation that are not deleted. `MAX_COUNTED_REPLIES` means so many or more. */
export const ReplyCount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_COUNTED_REPLIES));

/** By the id of the first message, of the conversations to which the messages beside it belong. A conversation that is missing never had a reply. */
export const ReplyCounts = v.record(Id, ReplyCount);
export type ReplyCounts = v.InferOutput<typeof ReplyCounts>;

const sendMessage = defineCommand({
  summary: 'Post a message in a room',
  description:
    'The result arrives after the message is on disk. In `text`, line ends become line feeds, and control characters but tab, ' +
    'white space at the end and empty lines at both ends go; `mentions` stay on their words. The sender chooses the id, which is unique within the room: a repetition ' +
    'with the same id stores nothing new and has the same result. `fileId` is an upload of the sender (`POST /api/files`), ' +
    'which belongs to one message. `replyTo` is the id of a message of the room, which may be deleted. With the id of a ' +
    'message that was edited meanwhile, the result is the message as it is. The message has those of the `mentions` that ' +
    `are valid, at most ${MAX_MENTIONS}.`,
  input: v.pipe(
    v.strictObject({
      roomId: Id,
      id: v.optional(Id),
      text: v.optional(messageText(MAX_TEXT_LENGTH)),
      mentions: v.optional(v.array(Mention)),
      fileId: v.optional(Id),
      replyTo: v.optional(Id),
    }),
    v.check(({ text, fileId }) => text !== undefined || fileId !== undefined, 'must have a text or a file'),
    v.metadata({ anyOf: [{ required: ['text'] }, { required: ['fileId'] }] }),
    v.transform(cleanMessage),
  ),
  output: v.object({ message: Message }),
  errors: ['not_found', 'forbidden', 'id_taken', 'unavailable'],
});

const getMessages = defineCommand({
  summary: 'Read a page of history, oldest first',
  description:
    'The page ends just before the message with the seq `before`, begins just after the one with the seq `after`, has ' +
    'the message with the id `around` in its middle, the seq `around`, or the first one at the time `at` or later, if there ' +
    'is one. Otherwise it ends with the newest message. A deleted message has no page around its id. `hasOlder`, `hasNewer`: whether ' +
    'there may be more on that side. The rows are as of the position `seq` of the log or later: a client with a later ' +
    'position catches up from `seq`. With the id `conversation`, the page contains only the first message of its ' +
    'conversation and the replies, and `conversation` has the id of that first message and the number of messages, at ' +
    `most ${MAX_COUNTED_REPLIES}. \`follows\`: whether the caller follows it. \`readSeq\`: up to where the caller, as a member, has read it: ` +
    'the higher one of its own cursor and that of the room. `replies`: the numbers of replies as of `seq`.',
  input: v.pipe(
    v.strictObject({
      roomId: Id,
      before: v.optional(Seq),
      after: v.optional(Seq),
      around: v.optional(v.union([Id, Seq], 'must be an id or a seq')),
      conversation: v.optional(Id),
      at: v.optional(Timestamp),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PAGE_SIZE)), PAGE_SIZE),
    }),
    v.check(
      ({ before, after, around, at }) =>
        [before, after, around, at].filter(side => side !== undefined).length <= 1,
      'must have at most one of before, after, around and at',
    ),
    v.check(
      ({ around, at, conversation }) =>
        conversation === undefined || (around === undefined && at === undefined),
      'must have no around and no at with conversation',
    ),
    v.metadata({
      not: {
        anyOf: [
          { required: ['before', 'after'] },
          { required: ['before', 'around'] },
          { required: ['after', 'around'] },
          { required: ['around', 'conversation'] },
          { required: ['at', 'conversation'] },
          { required: ['at', 'before'] },
          { required: ['at', 'after'] },
          { required: ['at', 'around'] },
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
    replies: v.optional(ReplyCounts),
    conversation: v.optional(
      v.object({ rootId: Id, count: v.number(), follows: v.optional(v.boolean()), readSeq: v.optional(Seq) }),
    ),
  }),
  errors: ['not_found'],
});

const editMessage = defineCommand({
  summary: 'Change the text of a message of your own',
  description:
    '`revision` is that of the text that you changed, 0 for one that was never edited. The error is `stale` if the message has ' +
    'another one by now, unless its text is already the same. The sender chooses `editId`: a repetition changes nothing and ' +
    'has the message as its result. Nobody is notified of new `mentions`.',
  input: v.pipe(
    v.strictObject({
      roomId: Id,
      id: Id,
      text: messageText(MAX_TEXT_LENGTH),
      mentions: v.optional(v.array(Mention)),
      revision: v.pipe(v.number('must be a number'), v.integer('must be a whole number'), v.minValue(0)),
      editId: Id,
    }),
    v.transform(cleanMessage),
  ),
  output: v.object({ message: Message }),
  errors: ['not_found', 'forbidden', 'stale', 'unavailable'],
});

const deleteMessage = defineCommand({
  summary: 'Delete a message of your own',
  description:
    'Removes its text, its file and its reactions for everyone. A repetition has the same result. `fileLeft`: nobody can ' +
    'read the file, but its bytes could not be removed yet; the server retries.',
  input: v.strictObject({ roomId: Id, messageId: Id }),
  output: v.object({ message: Message, fileLeft: v.optional(v.literal(true)) }),
  errors: ['not_found', 'forbidden', 'unavailable'],
});

const removeMessage = defineCommand({
  summary: 'Remove a message of somebody else; for admins of the room, and workspace admins in open rooms',
  description:
    'Erases it like `delete_message`, but leaves `removed` in its place. A deleted message stays deleted. A repetition has the ' +
    'same result. `fileLeft`: nobody can read the file, but its bytes could not be removed yet; the server retries.',
  input: v.strictObject({ roomId: Id, messageId: Id }),
  output: v.object({ message: Message, fileLeft: v.optional(v.literal(true)) }),
  errors: ['not_found', 'forbidden', 'unavailable'],
});

export const MESSAGE_COMMANDS = {
  get_messages: getMessages,
  send_message: sendMessage,
  delete_message: deleteMessage,
  remove_message: removeMessage,
  edit_message: editMessage,
} as const;
