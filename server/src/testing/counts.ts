import type { ReadState } from '@snug/protocol';
import { UnreadCounts, type UnreadCountsOptions } from '../chat/reads/unread-counts.ts';
import type { Db } from '../db/schema.ts';
import { RateLimits } from '../limits/rate-limits.ts';

/** Without rate limits. */
export function createCounts(read: Db, options: Partial<UnreadCountsOptions> = {}): UnreadCounts {
  return new UnreadCounts({
    read,
    limits: new RateLimits(undefined, () => 0),
    publish: () => {},
    defer: setImmediate,
    concurrency: 1,
    ...options,
  });
}

export async function readState(db: Db, uid: string, roomId: string): Promise<ReadState | undefined> {
  return (await createCounts(db).read(uid, [roomId])).get(roomId);
}
