import { CommandError } from '@snug/protocol';
import type { Db } from '../../db/schema.ts';
import { OlderServersError, raiseOldestRelease } from './oldest-release.ts';

/** The first release that checks who may read a room. */
const MEMBERS_RELEASE = '0.4.0';
/** The first release that counts by the cursors of conversations. */
export const CONVERSATIONS_RELEASE = '0.5.0';
/** The first release that hides from guests what they may not know. */
export const GUESTS_RELEASE = '0.5.0';
/** The first release whose servers refuse to run beside those that use another bus. */
export const NATS_RELEASE = '0.5.0';
/** The first release that removes old messages. */
export const RETENTION_RELEASE = '0.5.0';

export interface ReleaseRequirementOptions {
  store: { read: Db };
  /** The name of this server, if there may be others on the database. */
  nodeId?: string | undefined;
  release?: string;
  /** Called once by a server of several, before the first use: the work that servers of earlier releases left can begin. */
  onMet?: () => Promise<unknown>;
}

/**
 * Before the first use of something new, keeps servers of releases before `release` off the database. Rejects with `unavailable` while
 * one of them runs.
 */
export function createReleaseRequirement({
  store,
  nodeId,
  release = MEMBERS_RELEASE,
  onMet,
}: ReleaseRequirementOptions): () => Promise<void> {
  let isMet = nodeId === undefined;
  return async () => {
    if (isMet) return;
    try {
      await raiseOldestRelease(store.read, release);
      await onMet?.();
      isMet = true;
    } catch (error) {
      if (!(error instanceof OlderServersError)) throw error;
      throw new CommandError('unavailable', 'This works as soon as all servers run the same release of Snug');
    }
  };
}
