import type { Handlers } from './command-handler.ts';

export const fileHandlers = {
  check_upload: async ({ files }, { uid }, { size }) => {
    await files.uploads.check(uid, size);
    return {};
  },

  discard_file: async ({ files }, { uid }, { fileId }) => {
    await files.removal.discard(uid, fileId);
    return {};
  },
} satisfies Partial<Handlers>;
