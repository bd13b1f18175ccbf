import type { Handlers } from '../command-handler.ts';

export const likeHandlers: Handlers<'set_like'> = {
  set_like: ({ writer }, { uid }, input) => writer.write('set_like', { uid }, input),
};
