import { createCore } from '../src/core.ts';
import { readEpoch } from '../src/db/epoch.ts';
import type { Mutations, Publication } from '../src/db/mutation.ts';
import { runBatch } from '../src/db/open.ts';
import type { Db } from '../src/db/schema.ts';
import type { Outcome } from '../src/db/store.ts';
import type { FileStorage } from '../src/files/storage/storage.ts';
import { MUTATIONS } from '../src/mutations.ts';
import { LocalBus } from '../src/realtime/bus.ts';
import type { Connections } from '../src/realtime/connections.ts';
import type { Dispatch } from '../src/realtime/dispatch.ts';
import type { SimulatedClock } from './clock.ts';
import type { Link } from './network.ts';

/** Few, so that readers fall behind far enough to be reset. */
const MAX_CATCH_UP = 6;

/** Nobody uploads anything here. */
const NO_STORAGE: FileStorage = {
  take: () => Promise.reject(new Error('no storage')),
  put: () => Promise.reject(new Error('no storage')),
  find: async () => undefined,
  read: async () => undefined,
  list: async () => [],
  remove: async () => {},
};

/** What is taken out of the server and the clients, to show that the simulation notices. */
export interface Faults {
  mutations?: Mutations;
  dispatch?: (real: Dispatch) => Dispatch;
  /** Events that the bus loses. */
  loses?: (publication: Publication) => boolean;
  /** Browsers keep nothing. */
  forgets?: boolean;
}

/** Loses events, and all of them once the server is dead. */
class LossyBus extends LocalBus {
  isDead = false;
  readonly #loses: Faults['loses'];

  constructor(loses: Faults['loses']) {
    super();
    this.#loses = loses;
  }

  override publish(publications: readonly Publication[]): void {
    if (!this.isDead) super.publish(publications.filter(publication => !this.#loses?.(publication)));
  }
}

/** The real server without its process: one life of it, from a start to a crash, on a database that stays. */
export class SimulatedServer {
  readonly #connections: Connections;
  readonly #bus: LossyBus;
  /** Batches whose transaction has not been started by the disk. */
  readonly #batches: (() => Promise<void>)[] = [];

  static async start(
    db: Db,
    clock: SimulatedClock,
    onError: (error: unknown) => void,
    faults: Faults,
  ): Promise<SimulatedServer> {
    return new SimulatedServer(db, await readEpoch(db), clock, onError, faults);
  }

  private constructor(
    db: Db,
    epoch: string,
    clock: SimulatedClock,
    onError: (error: unknown) => void,
    faults: Faults,
  ) {
    this.#bus = new LossyBus(faults.loses);
    const mutations = faults.mutations ?? MUTATIONS;
    const core = createCore({
      store: {
        read: db,
        epoch,
        now: clock.now,
        runBatch: jobs => this.#hold(() => runBatch(db, mutations, jobs, clock.now)),
      },
      files: { storage: NO_STORAGE, folder: '', diskSpace: async () => ({ total: 1, free: 1 }) },
      clock,
      settings: { providers: [], quota: Number.POSITIVE_INFINITY, rates: undefined },
      onFailure: onError,
      bus: this.#bus,
      maxCatchUp: MAX_CATCH_UP,
      ...(faults.dispatch && { wrapDispatch: faults.dispatch }),
    });
    this.#connections = core.connections;
  }

  get hasBatch(): boolean {
    return this.#batches.length > 0;
  }

  accept(link: Link): void {
    link.accepted(this.#connections.accept(link.person, sessionIdOf(link.person.uid), link.transport));
  }

  readonly remove: Connections['remove'] = connection => this.#connections.remove(connection);

  /** The disk takes the next batch. */
  async commit(): Promise<void> {
    await this.#batches.shift()?.();
  }

  /** Dies at once: what was not committed is gone, and of what was, the answers may be. */
  kill(): void {
    this.#bus.isDead = true;
    this.#batches.length = 0;
    this.#connections.close();
  }

  #hold(store: () => Promise<Outcome[]>): Promise<Outcome[]> {
    return new Promise((resolve, reject) => {
      this.#batches.push(() => store().then(resolve, reject));
    });
  }
}

/** Everyone has one session. */
export function sessionIdOf(uid: string): string {
  return `session of ${uid}`;
}
