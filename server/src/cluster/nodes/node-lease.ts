import type { Clock } from '../../base/clock.ts';
import { StartError } from '../../base/start-error.ts';
import { LEASE_MS, type OtherNode, type Renewal } from './node-store.ts';

const RENEWAL_INTERVAL_MS = 2_000;
/** A node whose database is silent for longer closes its sockets. */
const MAX_SILENCE_MS = 60_000;
/** After an outage or a restart of the database, other nodes get this time to renew their leases. */
const AMNESTY_MS = 15_000;

export interface NodeLeaseOptions {
  register: () => Promise<void>;
  renew: () => Promise<Renewal>;
  clock: Pick<Clock, 'steadyNow' | 'repeat'>;
  /** The lease has ended meanwhile, and others may have removed what this node stored about itself. */
  onRetaken: () => Promise<void>;
  /** The database has been silent for too long. */
  onSilence: () => void;
  /** The other nodes, with each renewal. */
  onOthers: (living: readonly string[]) => void;
  /** The leases of these nodes have ended. */
  onDead: (ids: readonly string[]) => Promise<void>;
  /** The database has another history or belongs to a newer release, or other nodes use another bus. */
  onFatal: (error: unknown) => void;
  onFailure: (error: unknown) => void;
}

/** The claim of this node to be alive, on the database's clock. Finds the nodes that are not. */
export class NodeLease {
  readonly #options: NodeLeaseOptions;
  /** Before the last successful renewal was sent. */
  #renewedAt: number;
  #reachableSince: number;
  #isUnreachable = false;
  #hasReportedSilence = false;
  #others: readonly string[] = [];
  #epoch: string | undefined;
  #running: Promise<void> | undefined;
  #stopRenewals: () => void = () => {};

  constructor(options: NodeLeaseOptions) {
    this.#options = options;
    this.#renewedAt = options.clock.steadyNow();
    // Before this start, the database may have been unreachable for the others.
    this.#reachableSince = this.#renewedAt;
  }

  async start(): Promise<void> {
    const { register, clock } = this.#options;
    await register();
    this.#renewedAt = clock.steadyNow();
    this.#stopRenewals = clock.repeat(() => void this.renew(), RENEWAL_INTERVAL_MS);
    await this.renew();
  }

  get others(): readonly string[] {
    return this.#others;
  }

  /** Whether no other node can have declared this one dead. */
  get isHeld(): boolean {
    return this.#options.clock.steadyNow() - this.#renewedAt < LEASE_MS;
  }

  renew(): Promise<void> {
    this.#reportSilence();
    this.#running ??= this.#renew().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#stopRenewals();
    await this.#running;
  }

  async #renew(): Promise<void> {
    const { renew, register, clock, onRetaken, onFatal, onFailure } = this.#options;
    const sentAt = clock.steadyNow();
    try {
      const renewal = await renew();
      this.#epoch ??= renewal.epoch;
      if (renewal.epoch !== this.#epoch)
        return onFatal(new Error('the database has another history, after a restore'));
      // Meanwhile, other nodes may have changed the oldest release or the bus.
      if (renewal.hasLapsed !== false) {
        await register();
        await onRetaken();
      }
      this.#onRenewed(sentAt);
      await this.#checkOthers(renewal);
    } catch (error) {
      this.#isUnreachable = true;
      if (error instanceof StartError) return onFatal(error);
      onFailure(error);
    }
  }

  #onRenewed(sentAt: number): void {
    const now = this.#options.clock.steadyNow();
    // A slow response is a short silence, in which other nodes may not have renewed theirs.
    if (this.#isUnreachable || now - this.#renewedAt > 2 * RENEWAL_INTERVAL_MS) this.#reachableSince = now;
    this.#isUnreachable = false;
    this.#hasReportedSilence = false;
    this.#renewedAt = sentAt;
  }

  #reportSilence(): void {
    const { clock, onSilence } = this.#options;
    if (this.#hasReportedSilence || clock.steadyNow() - this.#renewedAt < MAX_SILENCE_MS) return;
    this.#hasReportedSilence = true;
    onSilence();
  }

  async #checkOthers({ others, serverAgeMs }: Renewal): Promise<void> {
    const { clock, onOthers, onDead } = this.#options;
    const idsOf = (isExpired: boolean) => others.filter(other => other.isExpired === isExpired).map(toId);
    this.#others = idsOf(false);
    onOthers(this.#others);
    const isAmnestyOver = serverAgeMs >= AMNESTY_MS && clock.steadyNow() - this.#reachableSince >= AMNESTY_MS;
    const dead = idsOf(true);
    if (isAmnestyOver && dead.length > 0) await onDead(dead);
  }
}

function toId({ id }: OtherNode): string {
  return id;
}
