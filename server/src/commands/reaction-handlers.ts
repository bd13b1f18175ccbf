import { accessMessage } from '../chat/messages/access.ts';
import { listReactions } from '../chat/reactions/reaction-people.ts';
import { readOwnReactions } from '../chat/reactions/reaction-store.ts';
import { accessRoom } from '../chat/rooms/access.ts';
import type { Handlers } from './command-handler.ts';

export const reactionHandlers: Handlers<'set_reaction' | 'get_mine' | 'get_reactions'> = {
  set_reaction: ({ writer }, { uid }, input) => writer.write('set_reaction', { uid }, input),

  get_mine: async ({ read }, caller, { roomId, messageIds }) => {
    await accessRoom(read, caller, roomId);
    return { mine: await readOwnReactions(read, caller.uid, roomId, messageIds) };
  },

  get_reactions: async ({ read }, caller, input) => {
    await accessMessage(read, caller, input.roomId, input.messageId);
    return listReactions(read, input);
  },
};
