import { CommandError, type CommandOutput } from '@snug/protocol';
import { newId } from '../base/ids.ts';
import { readReplyCounts } from '../chat/conversations/reply-counts.ts';
import { readMentionPage } from '../chat/mentions/mention-list.ts';
import { accessMessage } from '../chat/messages/access.ts';
import { readConversation } from '../chat/messages/conversation.ts';
import type { DeletionResult } from '../chat/messages/deletion.ts';
import { readHistory } from '../chat/messages/history.ts';
import { readPins } from '../chat/pins/pin-list.ts';
import { addOwnReactions, readOwnReactions } from '../chat/reactions/own-reactions.ts';
import { listReactions } from '../chat/reactions/reaction-people.ts';
import { readRoomFiles } from '../chat/room-files/room-files.ts';
import { accessRoom } from '../chat/rooms/access.ts';
import { readSaved } from '../chat/saved/saved-list.ts';
import { readReminders, readSavedAmong } from '../chat/saved/saved-state.ts';
import type { Actor } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import type { Handlers, Services } from './command-handler.ts';
import { forward } from './forward.ts';

export const messageHandlers = {
  ...forward('set_reaction', 'set_pin', 'set_saved'),

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
    const access = await accessRoom(read, caller, input.roomId);
    const { seq, incarnation } = access;
    const { conversation } = input;
    const page =
      conversation === undefined
        ? readHistory(read, caller, access, input)
        : readConversation(read, caller, { ...input, conversation });
    const { messages, ...ends } = await page;
    const replies = await readReplyCounts(read, input.roomId, messages);
    // Access may have ended during the read.
    await accessRoom(read, caller, input.roomId);
    return {
      seq,
      incarnation,
      messages: await addOwnReactions(read, uid, input.roomId, messages),
      ...replies,
      ...ends,
    };
  },

  get_mine: async ({ read }, caller, { roomId, messageIds }) => {
    await accessRoom(read, caller, roomId);
    return readOwnReactions(read, caller.uid, roomId, messageIds);
  },

  get_reactions: async ({ read }, caller, input) => {
    await accessMessage(read, caller, input.roomId, input.messageId);
    return listReactions(read, input);
  },

  get_mentions: ({ read }, caller, { before }) => readMentionPage(read, caller, before),

  search_messages: async ({ search }, caller, input) => {
    if (!search) throw new CommandError('not_found', 'This server has no search in messages');
    return search.search(caller, input);
  },

  list_pins: ({ read }, caller, { roomId, before }) =>
    readOfRoom(read, caller, roomId, () => readPins(read, roomId, before)),

  list_saved: ({ read }, caller, { before }) => readSaved(read, caller, before),

  get_saved: ({ read }, { uid }, input) => readSavedAmong(read, uid, input),

  list_reminders: ({ read }, caller) => readReminders(read, caller),

  list_files: ({ read }, caller, input) =>
    readOfRoom(read, caller, input.roomId, () => readRoomFiles(read, input)),
} satisfies Partial<Handlers>;

async function removeFile(
  { removal }: Services['files'],
  { message, deletedFile }: DeletionResult,
): Promise<CommandOutput<'delete_message'>> {
  const isLeft = deletedFile !== undefined && !(await removal.remove(deletedFile));
  return { message, ...(isLeft && { fileLeft: true as const }) };
}

async function readOfRoom<Page>(
  db: Db,
  actor: Actor,
  roomId: string,
  readPage: () => Promise<Page>,
): Promise<Page> {
  await accessRoom(db, actor, roomId);
  const page = await readPage();
  // Access may have ended during the read.
  await accessRoom(db, actor, roomId);
  return page;
}
