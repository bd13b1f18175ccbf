import { findBlocksVersion, listBlocked } from '../people/blocks/block-store.ts';
import type { Handlers } from './command-handler.ts';

export const blockHandlers: Handlers<'set_block' | 'list_blocks'> = {
  set_block: ({ writer }, { uid }, input) => writer.write('set_block', { uid }, input),

  list_blocks: async ({ read }, { uid }) => {
    // The version first: a client that receives a later change applies it, or reads again.
    const version = await findBlocksVersion(read, uid);
    return { version, uids: await listBlocked(read, uid) };
  },
};
