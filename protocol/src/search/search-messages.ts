import * as v from 'valibot';
import { MentionRoom } from '../chat/mention-list.ts';
import { Message } from '../chat/message.ts';
import { defineCommand } from '../core/command.ts';
import { Id, Seq, Timestamp } from '../core/ids.ts';
import { MAX_FOUND_MESSAGES, MAX_SEARCH_LENGTH } from '../core/limits.ts';
import { documentPatterns, isStorable } from '../text/text.ts';

/** As `list_files` counts them, and `pin`: the message is pinned. */
export const SearchPart = v.picklist(
  ['file', 'picture', 'voice', 'link', 'pin'],
  'must be file, picture, voice, link or pin',
);
export type SearchPart = v.InferOutput<typeof SearchPart>;

/** The last examined message. Opaque to clients. */
export const SearchCursor = v.strictObject({
  place: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** Of a search in saved messages. */
  roomId: v.optional(Id),
  seq: v.optional(Seq),
});
export type SearchCursor = v.InferOutput<typeof SearchCursor>;

const isTrue = v.literal(true, 'must be true');

const searchMessages = defineCommand({
  summary: 'Search the messages that you can read, newest first',
  description:
    '`text`: words, "phrases" and -exclusions, which the text of a message or the name of its file has, in any case and with or without ' +
    'accents. A word finds words that begin with it, and at least one of 1 or 2 letters exactly; with `isTyping`, the last one can be ' +
    'unfinished. All other fields narrow the search: `roomId`, `from` (the author), `has` (all of them), `mentions` (you, or everyone in ' +
    'a room of yours), `saved` (by you), `before` (exclusive) and `after` (inclusive), times of messages. Without `roomId`, all open rooms ' +
    'and your others are searched, but no requests. Messages of people whom you have blocked are left out. ' +
    `A page has at most ${MAX_FOUND_MESSAGES} messages, but may have none. \`cursor\`: the \`next\` of the previous page. The last page has no ` +
    '`next`. `until`: how far back an unfinished page goes. `isBehind`: the server has not indexed everything yet, so messages may be ' +
    'missing. Messages have no `mine`. `not_found` also means that this server has no search.',
  input: v.strictObject({
    text: v.optional(
      v.pipe(
        v.string('must be a text'),
        v.maxLength(MAX_SEARCH_LENGTH, `must be at most ${MAX_SEARCH_LENGTH} characters`),
        v.check(isStorable, 'must be valid Unicode without NUL'),
        documentPatterns('storable'),
      ),
    ),
    roomId: v.optional(Id),
    from: v.optional(Id),
    has: v.optional(
      v.pipe(v.array(SearchPart, 'must be a list'), v.maxLength(5, 'must have at most 5 items')),
    ),
    mentions: v.optional(isTrue),
    saved: v.optional(isTrue),
    before: v.optional(Timestamp),
    after: v.optional(Timestamp),
    cursor: v.optional(SearchCursor),
    isTyping: v.optional(isTrue),
  }),
  output: v.object({
    messages: v.array(Message),
    rooms: v.array(MentionRoom),
    next: v.optional(SearchCursor),
    until: v.optional(Timestamp),
    isBehind: v.optional(v.literal(true)),
  }),
  errors: ['not_found', 'unavailable'],
});

export const SEARCH_COMMANDS = { search_messages: searchMessages } as const;
