import { accessRoom } from '../access.ts';
import { readOwnReactions } from '../reactions/reaction-store.ts';
import type { Handlers } from './command-handler.ts';

export const reactionHandlers: Handlers<'set_reaction' | 'get_mine'> = {
  set_reaction: ({ writer }, { uid }, input) => writer.write('set_reaction', { uid }, input),

  get_mine: async ({ read }, { uid }, { roomId, messageIds }) => {
    await accessRoom(read, uid, roomId);
    return { mine: await readOwnReactions(read, uid, roomId, messageIds) };
  },
};
