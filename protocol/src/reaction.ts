import * as v from 'valibot';
import { command } from './command.ts';
import { isEmoji } from './emoji.ts';
import { Id } from './ids.ts';
import { MAX_REACTION_KINDS } from './limits.ts';
import { Message } from './message.ts';

/** One fully qualified RGI emoji. Each skin tone is an emoji of its own. */
const Emoji = v.pipe(v.string('must be a text'), v.check(isEmoji, 'must be one emoji'));

export const setReaction = command({
  summary: 'React to a message with an emoji, or take the reaction back',
  description:
    'Says what shall be, not what shall change: giving it again changes nothing. A like is the heart, U+2764 U+FE0F. A message has ' +
    `the heart and at most ${MAX_REACTION_KINDS} other emoji.`,
  input: v.strictObject({
    roomId: Id,
    messageId: Id,
    emoji: Emoji,
    on: v.boolean('must be true or false'),
  }),
  output: v.object({ message: Message }),
  errors: ['not_found', 'too_many', 'unavailable'],
});
