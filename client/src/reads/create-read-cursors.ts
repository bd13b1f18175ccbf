import type { Actions } from '../actions/actions.ts';
import type { Blocks } from '../people/blocks.ts';
import type { Memberships } from '../rooms/memberships.ts';
import { ReadCursors, type ReadCursorsOptions } from './read-cursors.ts';
import { ReadQueue } from './read-queue.ts';

interface Sources {
  connection: ReadCursorsOptions['connection'];
  actions: Actions;
  blocks: Blocks;
  memberships: Memberships;
}

/** The cursors with their queue, following the blocks and requests of their person. */
export function createReadCursors(
  { connection, actions, blocks, memberships }: Sources,
  options: Pick<ReadCursorsOptions, 'environment' | 'getEpoch' | 'getMe' | 'findLog'>,
): ReadCursors {
  const { environment, getEpoch, getMe } = options;
  const queue = new ReadQueue({
    environment,
    actions,
    getEpoch,
    onResult: reads => cursors.putAll(reads),
  });
  const isSilent = (authorId: string) => authorId === getMe() || blocks.get().has(authorId);
  const isRequest = (roomId: string) => memberships.isRequest(roomId);
  const isLeft = (roomId: string) => memberships.joinedRoomIds.get()?.has(roomId) === false;
  const cursors = new ReadCursors({ ...options, connection, queue, isSilent, isRequest, isLeft });
  actions.pending.subscribe(() => cursors.onMovesChange());
  blocks.subscribe(() => cursors.onBlocksChange());
  memberships.options.subscribe(() => cursors.onRequestsChange());
  return cursors;
}
