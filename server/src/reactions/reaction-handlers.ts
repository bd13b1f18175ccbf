import type { Handlers } from '../command-handler.ts';

export const reactionHandlers: Handlers<'set_reaction'> = {
  set_reaction: ({ writer }, { uid }, input) => writer.write('set_reaction', { uid }, input),
};
