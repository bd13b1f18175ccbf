import type { Clock } from '../base/clock.ts';
import { RELEASE } from '../base/release.ts';
import { StartError } from '../base/start-error.ts';
import type { Bus } from '../cluster/bus/bus.ts';
import { NodeLease } from '../cluster/nodes/node-lease.ts';
import { type NodeBus, registerNode, releaseNode, renewNode } from '../cluster/nodes/node-store.ts';
import { OlderServersError, raiseOldestRelease } from '../cluster/nodes/oldest-release.ts';
import { NATS_RELEASE } from '../cluster/nodes/release-requirement.ts';
import type { Db } from '../db/schema.ts';
import type { ActivePeople } from '../notifications/notifier/active-people.ts';
import { type DeadNodeOptions, removeDeadNode } from '../people/presence/dead-node.ts';
import { GRACE_PERIOD_MS, type PresenceTracker } from '../people/presence/presence-tracker.ts';
import type { RoomViewers } from '../people/presence/room-viewers.ts';
import { storeAbsentOffline } from '../people/presence/visit-store.ts';

export interface NodeOptions extends DeadNodeOptions {
  id: string;
  bus: Pick<Bus, 'expectNodes'>;
  busName: NodeBus;
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
    const { id, busName, bus, read, clock, presenceTracker, roomViewers, active } = options;
    const { connections, onFatal, onFailure } = options;
    this.#options = options;
    let known: readonly string[] = [];
    this.#lease = new NodeLease({
      register: () => registerNode(read, id, RELEASE, busName),
      renew: () => renewNode(read, id),
      clock,
      onRetaken: () => presenceTracker.rewrite(),
      onSilence: () => connections.disconnectAll(),
      onOthers: living => {
        roomViewers.retain(living);
        active.retain(living);
        bus.expectNodes(living);
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

  /** Throws a `StartError` if the database belongs to a newer release, or other nodes use another bus. */
  async start(): Promise<void> {
    const { read, now, busName } = this.#options;
    if (busName === 'nats') await keepOlderReleasesOut(read);
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

/** They would receive no events of rooms, and would not notice. */
async function keepOlderReleasesOut(db: Db): Promise<void> {
  try {
    await raiseOldestRelease(db, NATS_RELEASE);
  } catch (error) {
    if (!(error instanceof OlderServersError)) throw error;
    throw new StartError(
      `NATS_URL needs all servers on this database to run Snug ${NATS_RELEASE} or later. Update them without NATS_URL first.`,
    );
  }
}
