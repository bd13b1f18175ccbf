import type { WebhookFailure } from '@snug/protocol';
import { readPosition } from '../../chat/rooms/room-access-store.ts';
import type { LockKey, Mutation, Mutations } from '../../db/mutation.ts';
import { isSuspended } from '../../workspace/suspension-store.ts';
import {
  advancePosition,
  type LeasedWebhook,
  leaseWebhook,
  pauseWebhook,
  releaseWebhook,
  storeFailure,
} from './turn-store.ts';
import type { WebhookRow } from './webhook-store.ts';

/** Longer than one delivery takes. */
export const WEBHOOK_LEASE_MS = 20_000;

interface Turn {
  id: string;
  /** Of the webhook. Its lock orders the end of a turn and the next change of the room. */
  roomId: string;
  /** Identifies a process; random for each start. */
  owner: string;
}

const lockRoom = (_call: unknown, { roomId }: Turn): LockKey[] => [`room:${roomId}`];

/** `isAlone`: no other process uses the database, so a lease is that of an ended one. */
export const claimWebhook: Mutation<Turn & { isAlone: boolean }, { webhook?: LeasedWebhook }> = {
  isUnrepeatable: true,
  lockKeys: lockRoom,

  async run(db, { now }, { id, owner, isAlone }) {
    const lease = { id, owner, until: now + WEBHOOK_LEASE_MS, ignoresLease: isAlone };
    const webhook = await leaseWebhook(db, now, lease);
    return { output: webhook ? { webhook } : {}, publications: [] };
  },
};

/**
 * The receiver has acknowledged the changes up to `seq`. Renews the lease if there are more and the turn goes on, else ends it: a
 * change that comes later finds the webhook free. A suspension of the creator ends the turn, too.
 */
export const acknowledgeWebhook: Mutation<
  Turn & { seq: number; ends: boolean },
  { isOwned: boolean; hasMore: boolean }
> = {
  isUnrepeatable: true,
  lockKeys: lockRoom,

  async run(db, { now }, { id, roomId, owner, seq, ends }) {
    const creator = await advancePosition(db, now, { id, owner, seq, until: now + WEBHOOK_LEASE_MS });
    if (creator === undefined) return { output: { isOwned: false, hasMore: false }, publications: [] };
    const hasMore = ((await readPosition(db, roomId))?.seq ?? 0) > seq;
    const isOwned = hasMore && !ends && !(await isSuspended(db, creator));
    if (!isOwned) await releaseWebhook(db, id, owner);
    return { output: { isOwned, hasMore }, publications: [] };
  },
};

/** Ends the turn. */
export const failWebhook: Mutation<
  Turn & { failure?: WebhookFailure | undefined; afterMs: number; paused?: WebhookRow['paused'] | undefined },
  object
> = {
  isUnrepeatable: true,
  lockKeys: lockRoom,

  async run(db, { now }, { id, owner, failure, afterMs, paused }) {
    if (failure) await storeFailure(db, { id, owner, now, dueAt: now + afterMs }, failure);
    if (paused) await pauseWebhook(db, id, owner, paused);
    await releaseWebhook(db, id, owner);
    return { output: {}, publications: [] };
  },
};

export const TURN_MUTATIONS = {
  claim_webhook: claimWebhook,
  acknowledge_webhook: acknowledgeWebhook,
  fail_webhook: failWebhook,
} satisfies Mutations;
