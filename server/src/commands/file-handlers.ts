import type { Handlers } from './command-handler.ts';

export const fileHandlers: Handlers<'discard_file'> = {
  discard_file: async ({ files }, { uid }, { fileId }) => {
    await files.removal.discard(uid, fileId);
    return {};
  },
};
