import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, Seq, Timestamp } from '../core/ids.ts';
import { MAX_LISTED_PINS, MAX_PINS } from '../core/limits.ts';
import { Person } from '../people/person.ts';
import { Message } from './message.ts';

const setPin = defineCommand({
  summary: 'Pin a message in its room, or unpin it; for room admins, and for everyone in a direct room',
  description:
    'Sets whether the message is pinned, so a repetition changes nothing. Everyone in the room sees it. A room has at most ' +
    `${MAX_PINS} pinned messages. A deletion unpins. \`withoutText\` means that the result does not repeat the message's text, ` +
    'because it is long.',
  input: v.strictObject({ roomId: Id, messageId: Id, on: v.boolean('must be true or false') }),
  output: v.object({ message: Message, withoutText: v.optional(v.literal(true)) }),
  errors: ['not_found', 'forbidden', 'limit_exceeded', 'unavailable'],
});

export const PinCursor = v.strictObject({ pinnedAt: Timestamp, seq: Seq });
export type PinCursor = v.InferOutput<typeof PinCursor>;

const listPins = defineCommand({
  summary: 'List the pinned messages of a room, the last pinned one first',
  description:
    `At most ${MAX_LISTED_PINS} and 64 kB in a page. \`people\`: those who pinned them. \`before\`: the \`next\` of the previous ` +
    'page. The last page has no `next`. Messages have no `mine`.',
  input: v.strictObject({ roomId: Id, before: v.optional(PinCursor) }),
  output: v.object({ messages: v.array(Message), people: v.array(Person), next: v.optional(PinCursor) }),
  errors: ['not_found'],
});

export const PIN_COMMANDS = { set_pin: setPin, list_pins: listPins } as const;
