import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id } from '../core/ids.ts';
import { MAX_LISTED_REACTIONS, MAX_MINE_MESSAGES, MAX_REACTION_KINDS } from '../core/limits.ts';
import { Person } from '../people/person.ts';
import { isEmoji, parseEmojiReaction } from '../text/emoji.ts';
import { Message } from './message.ts';

/** One fully qualified RGI emoji, of which each skin tone is another one, or the first name of one of the workspace between colons. */
export const Emoji = v.pipe(
  v.string('must be a text'),
  v.check(text => isEmoji(text) || parseEmojiReaction(text) !== undefined, 'must be one emoji'),
  v.metadata({
    description:
      "One fully qualified emoji of Unicode's list for interchange (RGI), or the first name of an emoji of the workspace between colons",
    pattern: String.raw`^((?=.*[\p{Extended_Pictographic}\p{Regional_Indicator}\u20e3])[\p{Emoji}\p{Emoji_Component}]{1,40}|:[a-z0-9_+\-]{2,40}:)$`,
  }),
);

const setReaction = defineCommand({
  summary: 'Add or remove your reaction to a message',
  description:
    'Sets whether the reaction exists, so a repetition changes nothing. A like is the heart, U+2764 U+FE0F. A message has ' +
    `the heart and at most ${MAX_REACTION_KINDS} other emoji. \`withoutText\` means that the result does not repeat the ` +
    "message's text, because it is long. Nobody can add a reaction with an emoji that the workspace does not have, or with another name than " +
    'the first one: `not_found`.',
  input: v.strictObject({
    roomId: Id,
    messageId: Id,
    emoji: Emoji,
    on: v.boolean('must be true or false'),
  }),
  output: v.object({ message: Message, withoutText: v.optional(v.literal(true)) }),
  errors: ['not_found', 'limit_exceeded', 'unavailable'],
});

const getMine = defineCommand({
  summary: 'Read your own reactions to some messages of a room',
  description:
    'By message id, like `mine` and `customMine` of a message; empty if there are none. For messages from events, which are the same for all ' +
    `subscribers. At most ${MAX_MINE_MESSAGES} messages. The result has at most 64 kB and leaves out the last messages if ` +
    'necessary: repeat the command for them.',
  input: v.strictObject({
    roomId: Id,
    messageIds: v.pipe(
      v.array(Id),
      v.maxLength(MAX_MINE_MESSAGES, `must be at most ${MAX_MINE_MESSAGES} messages`),
    ),
  }),
  output: v.object({
    mine: v.record(Id, v.array(v.string())),
    customMine: v.optional(v.record(Id, v.array(v.string()))),
  }),
  errors: ['not_found'],
});

const getReactions = defineCommand({
  summary: 'Read who reacted to a message with one emoji',
  description:
    `At most ${MAX_LISTED_REACTIONS} people, in the order of their ids. \`next\`: repeat the command with it as \`after\` for ` +
    'the people after these. A skin tone is an emoji of its own. Empty if nobody reacted, and for a deleted message.',
  input: v.strictObject({ roomId: Id, messageId: Id, emoji: Emoji, after: v.optional(Id) }),
  output: v.object({ people: v.array(Person), next: v.optional(Id) }),
  errors: ['not_found'],
});

export const REACTION_COMMANDS = {
  set_reaction: setReaction,
  get_mine: getMine,
  get_reactions: getReactions,
} as const;
