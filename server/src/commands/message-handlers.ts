import type { CommandOutput } from '@snug/protocol';
import { newId } from '../base/ids.ts';
import { readConversation } from '../chat/messages/conversation.ts';
import type { DeletionResult } from '../chat/messages/deletion.ts';
import { readHistory } from '../chat/messages/history.ts';
import { addOwnReactions } from '../chat/reactions/reaction-store.ts';
import { accessRoom } from '../chat/rooms/access.ts';
import type { Handlers, Services } from './command-handler.ts';

type MessageCommand = 'send_message' | 'edit_message' | 'delete_message' | 'remove_message' | 'get_messages';

export const messageHandlers: Handlers<MessageCommand> = {
  send_message: ({ writer }, { uid }, { id = newId(), ...content }) =>
    writer.write('send_message', { uid }, { id, ...content }),

  // An older server would take a late retry of the send for a conflict.
  edit_message: async ({ writer, read, requireNewestRelease }, { uid }, input) => {
    await requireNewestRelease();
    const { message } = await writer.write('edit_message', { uid }, input);
    const [withOwn = message] = await addOwnReactions(read, uid, input.roomId, [message]);
    return { message: withOwn };
  },

  delete_message: async ({ writer, files }, { uid }, input) =>
    removeFile(files, await writer.write('delete_message', { uid }, input)),

  // An older server would leave the message out of its pages.
  remove_message: async ({ writer, files, requireNewestRelease }, { uid }, input) => {
    await requireNewestRelease();
    return removeFile(files, await writer.write('remove_message', { uid }, input));
  },

  get_messages: async ({ read }, caller, input) => {
    const { uid } = caller;
    // The position first: concurrent changes are newer than it, so the client fetches them again.
    const { seq, incarnation } = await accessRoom(read, caller, input.roomId);
    const { conversation } = input;
    const page =
      conversation === undefined
        ? readHistory(read, caller, seq, input)
        : readConversation(read, caller, { ...input, conversation });
    const { messages, ...ends } = await page;
    // Access may have ended during the read.
    await accessRoom(read, caller, input.roomId);
    return {
      seq,
      incarnation,
      messages: await addOwnReactions(read, uid, input.roomId, messages),
      ...ends,
    };
  },
};

async function removeFile(
  { removal }: Services['files'],
  { message, deletedFile }: DeletionResult,
): Promise<CommandOutput<'delete_message'>> {
  const isLeft = deletedFile !== undefined && !(await removal.remove(deletedFile));
  return { message, ...(isLeft && { fileLeft: true as const }) };
}
