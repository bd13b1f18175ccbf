import { extname } from 'node:path';
import { openEngine, type StoreOptions } from '../db/open.ts';
import type { OpenedStore } from '../db/store.ts';
import { MUTATIONS } from './mutations.ts';

/** What the engines run: they know no noun. */
export const ENGINE_WORK = {
  mutations: MUTATIONS,
  // A sibling of this file, also in the built server.
  writerThread: new URL(`./writer-thread${extname(import.meta.filename)}`, import.meta.url),
  /** Only PostgreSQL has use for it. */
  async loadBulkStatement() {
    const { selectSends, sendInBulk } = await import('../chat/messages/bulk-send.ts');
    return { select: selectSends, run: sendInBulk };
  },
};

/** Opens the database of the settings and migrates it. Throws a `StartError` if that fails. */
export function openStore(options: Omit<StoreOptions, keyof typeof ENGINE_WORK>): Promise<OpenedStore> {
  return openEngine({ ...options, ...ENGINE_WORK });
}
