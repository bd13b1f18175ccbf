import type { Actions } from './actions.ts';
import type { Blocks } from './blocks.ts';
import { ReadCursors, type ReadCursorsOptions } from './read-cursors.ts';
import { ReadQueue } from './read-queue.ts';

interface CreateOptions extends Omit<ReadCursorsOptions, 'queue' | 'isSilent'> {
  actions: Actions;
  blocks: Blocks;
}

/** The cursors with their queue, following the blocks of their person. */
export function createReadCursors({ actions, blocks, ...options }: CreateOptions): ReadCursors {
  const { environment, getEpoch, getMe } = options;
  const queue = new ReadQueue({
    environment,
    actions,
    getEpoch,
    onResult: (roomId, read) => cursors.put(roomId, read),
  });
  const isSilent = (authorId: string) => authorId === getMe() || blocks.get().has(authorId);
  const cursors = new ReadCursors({ ...options, queue, isSilent });
  actions.pending.subscribe(() => cursors.onMovesChange());
  blocks.subscribe(() => cursors.onBlocksChange());
  return cursors;
}
