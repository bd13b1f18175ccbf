import { CommandError } from '@snug/protocol';
import type { Db } from '../../db/schema.ts';
import { OlderServersError, raiseOldestRelease } from './oldest-release.ts';

/** The first release that checks who may read a room. */
const MEMBERS_RELEASE = '0.4.0';

export interface ReleaseRequirementOptions {
  store: { read: Db };
  /** The name of this server, if there may be others on the database. */
  nodeId?: string | undefined;
}

/**
 * Before the first use of private rooms, keeps servers of earlier releases off the database. Rejects with `unavailable` while
 * one of them runs.
 */
export function createReleaseRequirement({ store, nodeId }: ReleaseRequirementOptions): () => Promise<void> {
  let isMet = nodeId === undefined;
  return async () => {
    if (isMet) return;
    try {
      await raiseOldestRelease(store.read, MEMBERS_RELEASE);
      isMet = true;
    } catch (error) {
      if (!(error instanceof OlderServersError)) throw error;
      throw new CommandError('unavailable', 'This works as soon as all servers run the same release of Snug');
    }
  };
}
