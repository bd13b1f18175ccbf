import { CommandError, type CommandInput, type CommandOutput, MAX_BLOCKS, selfTopic } from '@snug/protocol';
import type { Mutation } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { accessPerson, accessSelf } from '../profiles/access.ts';
import { findBlocksVersion, hasBlocked, hasMaxBlocks, listBlocked, storeBlock } from './block-store.ts';

const setBlock: Mutation<CommandInput<'set_block'>, CommandOutput<'set_block'>> = {
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, call, { uid, blocked }) {
    await accessSelf(db, call.uid);
    if (blocked || !(await hasBlocked(db, call.uid, uid))) await accessPerson(db, call, uid);
    if (uid === call.uid) throw new CommandError('forbidden', "You can't block yourself");
    if ((await hasBlocked(db, call.uid, uid)) === blocked)
      return { output: { version: await findBlocksVersion(db, call.uid) }, publications: [] };
    if (blocked && (await hasMaxBlocks(db, call.uid)))
      throw new CommandError(
        'limit_exceeded',
        `You can block at most ${MAX_BLOCKS} people. Unblock someone first.`,
      );
    const version = await storeBlock(db, call.uid, uid, blocked);
    const event = { type: 'block_changed' as const, uid, blocked, version };
    return { output: { version }, publications: [{ topic: selfTopic(call.uid), event }] };
  },
};

export async function readBlocks(db: Db, uid: string): Promise<CommandOutput<'list_blocks'>> {
  // The version first: a client that receives a later change applies it, or reads again.
  const version = await findBlocksVersion(db, uid);
  return { version, uids: await listBlocked(db, uid) };
}

export const BLOCK_MUTATIONS = { set_block: setBlock };
