import type { Clock } from '../base/clock.ts';
import { RELEASE } from '../base/release.ts';
import { NodeLease } from '../cluster/nodes/node-lease.ts';
import { registerNode, releaseNode, renewNode } from '../cluster/nodes/node-store.ts';
import type { ActivePeople } from '../notifications/notifier/active-people.ts';
import { type DeadNodeOptions, removeDeadNode } from '../people/presence/dead-node.ts';
import { GRACE_PERIOD_MS, type PresenceTracker } from '../people/presence/presence-tracker.ts';
import type { RoomViewers } from '../people/presence/room-viewers.ts';
import { storeAbsentOffline } from '../people/presence/visit-store.ts';

export interface NodeOptions extends DeadNodeOptions {
  id: string;
  now: () => number;
  clock: Pick<Clock, 'steadyNow' | 'repeat'>;
  presenceTracker: Pick<PresenceTracker, 'rewrite'>;
  roomViewers: Pick<RoomViewers, 'retain'>;
  active: Pick<ActivePeople, 'retain'>;
  connections: { disconnectAll: () => void };
  /** Another node has stopped or died. */
  onOtherEnded: () => void;
  onFatal: (error: unknown) => void;
  onFailure: (error: unknown) => void;
}

export class ClusterNode {
  readonly #options: NodeOptions;
  readonly #lease: NodeLease;

  constructor(options: NodeOptions) {
    const { id, read, clock, presenceTracker, roomViewers, active, connections, onFatal, onFailure } =
      options;
    this.#options = options;
    let known: readonly string[] = [];
    this.#lease = new NodeLease({
      register: () => registerNode(read, id, RELEASE),
      renew: () => renewNode(read, id),
      clock,
      onRetaken: () => presenceTracker.rewrite(),
      onSilence: () => connections.disconnectAll(),
      onOthers: living => {
        roomViewers.retain(living);
        active.retain(living);
        if (known.some(other => !living.includes(other))) options.onOtherEnded();
        known = living;
      },
      onDead: async ids => {
        for (const dead of ids) await removeDeadNode(options, dead);
      },
      onFatal,
      onFailure,
    });
  }

  /** Throws a `StartError` if the database belongs to a newer release. */
  async start(): Promise<void> {
    const { read, now } = this.#options;
    await this.#lease.start();
    if (this.countOthers() === 0) await storeAbsentOffline(read, now());
  }

  readonly countOthers = (): number => this.#lease.others.length;

  /** Rejects if other nodes may have declared this one dead. */
  async assertAlive(): Promise<void> {
    if (!this.#lease.isHeld) throw new Error('the lease has ended');
  }

  /** Gives the lease back. People who do not reconnect to another node go offline after their grace period. */
  async stop(): Promise<void> {
    const { id, read, onFailure } = this.#options;
    await this.#lease.stop();
    const isLast = this.countOthers() === 0;
    try {
      await releaseNode(read, id, isLast ? 0 : GRACE_PERIOD_MS);
      // Nobody else would do so.
      if (isLast) await removeDeadNode(this.#options, id);
    } catch (error) {
      onFailure(error);
    }
  }
}
