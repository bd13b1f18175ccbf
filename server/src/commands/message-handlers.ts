import { accessRoom } from '../access.ts';
import { newId } from '../ids.ts';
import { readHistory } from '../messages/history.ts';
import { addOwnReactions } from '../reactions/reaction-store.ts';
import type { Handlers } from './command-handler.ts';

export const messageHandlers: Handlers<'send_message' | 'delete_message' | 'get_messages'> = {
  send_message: ({ writer }, { uid }, { id = newId(), ...content }) =>
    writer.write('send_message', { uid }, { id, ...content }),

  delete_message: async ({ writer, files }, { uid }, input) => {
    const { message, deletedFile } = await writer.write('delete_message', { uid }, input);
    const isLeft = deletedFile !== undefined && !(await files.removal.remove(deletedFile));
    return { message, ...(isLeft && { fileLeft: true }) };
  },

  get_messages: async ({ read }, { uid }, input) => {
    // The position first: concurrent changes are newer than it, so the client fetches them again.
    const { seq, incarnation } = await accessRoom(read, uid, input.roomId);
    const { messages, ...ends } = await readHistory(read, uid, seq, input);
    return { seq, incarnation, messages: await addOwnReactions(read, uid, input.roomId, messages), ...ends };
  },
};
