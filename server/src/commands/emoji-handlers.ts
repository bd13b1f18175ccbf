import { listWorkspaceEmoji, readEmoji } from '../chat/emoji/emoji-list.ts';
import type { Handlers } from './command-handler.ts';
import { forward } from './forward.ts';

export const emojiHandlers = {
  ...forward('remove_emoji_name', 'delete_emoji', 'restore_emoji', 'erase_emoji'),

  list_emoji: ({ read }, _caller, { after }) => readEmoji(read, after),

  preview_emoji: ({ files, fixedSettings }, caller, { fileId }) =>
    files.emoji.preview(caller, fileId, fixedSettings),

  add_emoji: ({ files, fixedSettings }, caller, input) => files.emoji.add(caller, input, fixedSettings),

  add_emoji_name: ({ writer, fixedSettings: fixed }, { uid }, input) =>
    writer.write('add_emoji_name', { uid }, { ...input, fixed }),

  list_workspace_emoji: ({ read }, caller, input) => listWorkspaceEmoji(read, caller, input),
} satisfies Partial<Handlers>;
