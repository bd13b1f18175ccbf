import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, Seq, Timestamp, uniqueIds } from '../core/ids.ts';
import {
  MAX_COUNTED_REPLIES,
  MAX_FOLLOWED,
  MAX_FOLLOWED_IDS,
  MAX_LISTED_CONVERSATIONS,
  MAX_NEW_CONVERSATIONS,
  MAX_UNREAD,
} from '../core/limits.ts';
import { MentionRoom } from './mention-list.ts';
import { Message } from './message.ts';

/** Grows with each change of what a person follows. 0: they have never followed a conversation. */
export const FollowsVersion = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Opaque to clients. */
export const ConversationCursor = v.strictObject({ at: Timestamp, roomId: Id, rootId: Id });
export type ConversationCursor = v.InferOutput<typeof ConversationCursor>;

const ConversationRef = v.object({ roomId: Id, rootId: Id });
export type ConversationRef = v.InferOutput<typeof ConversationRef>;

/**
 * A conversation that the caller follows. `root`: its first message, which may be removed; missing if it is deleted or has no space. `last`: the newest
 * replies, oldest first, at most two. `unread`: replies of other people that the caller has not read. `readSeq`: up to where the
 * caller has read it, as the higher one of both cursors. `lastSeq`: of the newest reply; 0 without one.
 */
export const ListedConversation = v.object({
  ...ConversationRef.entries,
  root: v.optional(Message),
  last: v.array(Message),
  replies: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_COUNTED_REPLIES)),
  unread: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_UNREAD)),
  readSeq: Seq,
  lastSeq: Seq,
});
export type ListedConversation = v.InferOutput<typeof ListedConversation>;

const setFollow = defineCommand({
  summary: 'Follow a conversation, or stop following it',
  description:
    '`messageId`: any message of the conversation. Writing in a conversation follows it, too, and so does the first reply to a message ' +
    'of yours. Following never moves a read cursor. In an open room, you join the room. A repetition changes nothing. Of more than ' +
    `${MAX_FOLLOWED} conversations, the server ends the one that you read longest ago.`,
  input: v.strictObject({ roomId: Id, messageId: Id, on: v.boolean('must be true or false') }),
  output: v.object({ ...ConversationRef.entries, follows: v.boolean(), version: FollowsVersion }),
  errors: ['not_found', 'limit_exceeded', 'unavailable'],
});

const getFollows = defineCommand({
  summary: 'Read which of some conversations of a room you follow',
  description: `At most ${MAX_FOLLOWED_IDS}, by the ids of their first messages. The result has those that you follow.`,
  input: v.strictObject({ roomId: Id, rootIds: uniqueIds(MAX_FOLLOWED_IDS, 'conversations') }),
  output: v.object({ rootIds: v.array(Id), version: FollowsVersion }),
  errors: [],
});

const listConversations = defineCommand({
  summary: 'List the conversations that you follow, with the newest reply first',
  description:
    'Of rooms that are yours. `unread`: only those with unread replies, without those of muted rooms. A conversation without ' +
    `replies counts by its first message. A page has at most ${MAX_LISTED_CONVERSATIONS} conversations and 64 kB. \`before\`: the \`next\` of the ` +
    'previous page. The last page has no `next`. Messages have no `mine`.',
  input: v.strictObject({
    unread: v.optional(v.literal(true, 'must be true')),
    before: v.optional(ConversationCursor),
  }),
  output: v.object({
    conversations: v.array(ListedConversation),
    rooms: v.array(MentionRoom),
    version: FollowsVersion,
    next: v.optional(ConversationCursor),
  }),
  errors: [],
});

const listNewConversations = defineCommand({
  summary: 'List which conversations that you follow have unread replies',
  description: `At most ${MAX_NEW_CONVERSATIONS}, without those of muted rooms, in no order. \`more\`: there are others.`,
  input: v.strictObject({}),
  output: v.object({
    conversations: v.array(ConversationRef),
    more: v.optional(v.literal(true)),
    version: FollowsVersion,
  }),
  errors: [],
});

export const CONVERSATION_COMMANDS = {
  set_follow: setFollow,
  get_follows: getFollows,
  list_conversations: listConversations,
  list_new_conversations: listNewConversations,
} as const;
