import * as v from 'valibot';
import { command } from './command.ts';
import { Id } from './ids.ts';
import { Message } from './message.ts';

export const setLike = command({
  summary: 'Like a message, or like it no longer',
  description: 'Says what shall be, not what shall change: giving it again changes nothing.',
  input: v.strictObject({ roomId: Id, messageId: Id, liked: v.boolean('must be true or false') }),
  output: v.object({ message: Message }),
  errors: ['not_found', 'unavailable'],
});
