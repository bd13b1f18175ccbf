import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, Seq, Timestamp } from '../core/ids.ts';
import { MAX_LISTED_MENTIONS } from '../core/limits.ts';
import { Message } from './message.ts';
import { ListedRoom } from './room.ts';

/** Opaque to clients. */
export const MentionCursor = v.strictObject({ at: Timestamp, roomId: Id, seq: Seq });
export type MentionCursor = v.InferOutput<typeof MentionCursor>;

/** `joined`: whether the caller is a member. */
export const MentionRoom = v.object({
  ...v.pick(ListedRoom, ['id', 'kind', 'name', 'people', 'archivedAt']).entries,
  joined: v.boolean(),
});
export type MentionRoom = v.InferOutput<typeof MentionRoom>;

/** `read`: the caller has read it; always true outside of their rooms. `before` and `after`: the messages beside it in its room, as far as the result has space for them. */
export const ListedMention = v.object({
  kind: v.picklist(['person', 'reply', 'everyone']),
  message: Message,
  read: v.optional(v.boolean()),
  before: v.optional(Message),
  after: v.optional(Message),
});
export type ListedMention = v.InferOutput<typeof ListedMention>;

const getMentions = defineCommand({
  summary: 'List the messages that mention you or answer yours, newest first',
  description:
    'Also those that mention everyone in one of your rooms, since you joined it. Without messages of people whom you have ' +
    `blocked, and of rooms that you can't read. A page has at most ${MAX_LISTED_MENTIONS} mentions, but may have none. ` +
    '`before`: the `next` of the previous page. The last page has no `next`. Messages have no `mine`.',
  input: v.strictObject({ before: v.optional(MentionCursor) }),
  output: v.object({
    mentions: v.array(ListedMention),
    rooms: v.array(MentionRoom),
    next: v.optional(MentionCursor),
  }),
  errors: [],
});

export const MENTION_LIST_COMMANDS = { get_mentions: getMentions } as const;
